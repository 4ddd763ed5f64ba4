"""The archive in a browser: pages of the service, made with NiceGUI, whose own files are all that they load.

door        what is asked        -> a page, for who has a session; the rest of NiceGUI is loaded with the first request
sessions    a token              -> a session, kept in a cookie
login       no session           -> the page that asks for a token, without any script
headers     a page's HTML        -> the same under a content security policy
site        the archive          -> the application with all pages
texts       a language           -> the words of the pages, out of texts.toml
shown       a document's text    -> the same without what would hide or turn round what stands beside it
layout      a page               -> what stands around all of them: navigation, theme, language
pieces      values               -> what pages are made of
pages       one file per page
"""

from schedario.dashboard.door import DashboardDoor

__all__ = ["DashboardDoor"]
