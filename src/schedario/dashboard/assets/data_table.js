// A table out of values: a cell is a text, or has a link, a line below it and chips. All of it is text and none markup.
export default {
  props: { heads: { type: Array, default: () => [] }, rows: { type: Array, default: () => [] } },
  render() {
    const { h } = Vue;
    const chip = ([text, kind, title]) => h("span", { class: `chip ${kind}`, title: title || null }, text);
    const content = (cell) => [
      cell.href ? h("a", { href: cell.href, class: "name" }, cell.text) : cell.text,
      cell.below ? h("div", { class: "path muted", title: cell.title }, cell.below) : null,
      ...(cell.chips || []).map(chip),
    ];
    const one = (cell, at) => {
      const label = cell.text ? this.heads[at] : null;
      return cell.head
        ? h("th", { scope: "row" }, content(cell))
        : h("td", { class: cell.kind || null, "data-label": label }, content(cell));
    };
    return h("table", [
      this.heads.length ? h("thead", h("tr", this.heads.map((head) => h("th", { scope: "col" }, head)))) : null,
      h("tbody", this.rows.map((row) => h("tr", row.map(one)))),
    ]);
  },
};
