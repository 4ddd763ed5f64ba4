// The documents of an answer with their passages. One component, since an element for each part would take longer than
// the search. All that it shows is text and none of it markup.
export default {
  props: { groups: { type: Array, default: () => [] }, words: { type: Object, required: true } },
  emits: ["open"],
  render() {
    return Vue.h("div", { class: "results" }, this.groups.map(this.group));
  },
  methods: {
    group(group) {
      const { h } = Vue;
      const head = h("header", { class: "card-head" }, [
        h("h2", { class: "name" }, h("a", { href: group.href }, group.name)),
        h("span", { class: "id muted" }, group.id),
        h("p", { class: "path muted", title: group.path }, group.path),
        group.description ? h("p", { class: "what" }, group.description) : null,
        ...group.warnings.map((text) => h("p", { class: "chip warning" }, text)),
      ]);
      return h("article", { class: "card result", key: group.id }, [
        head,
        ...group.passages.map(this.passage),
        this.why(group),
      ]);
    },
    passage(passage) {
      const { h } = Vue;
      const icon = h("span", { class: "material-icons", "aria-hidden": "true" }, "find_in_page");
      const place = {
        class: "button place",
        type: "button",
        title: this.words.open,
        onClick: () => this.$emit("open", passage.rank),
      };
      const chips = passage.chips.map((text) => h("span", { class: "chip" }, text));
      const wider = { class: "quiet", type: "button", "data-toggle": "wide", "aria-expanded": "false" };
      return h("section", { class: "passage", key: passage.rank }, [
        h("div", { class: "passage-head" }, [this.score(passage), h("button", place, [icon, h("span", passage.place)]), ...chips]),
        passage.header ? h("div", { class: "table-header muted" }, passage.header) : null,
        h("div", { class: "marked" }, passage.parts.map(this.piece)),
        passage.wider ? h("button", wider, this.words.wider) : null,
      ]);
    },
    score(passage) {
      const { h } = Vue;
      const share = (value) => `${Math.max(0, Math.min(value, 1)) * 100}%`;
      return h("span", { class: "score", role: "img", "aria-label": passage.said, title: passage.said }, [
        h("span", { class: "number" }, passage.score.toFixed(2)),
        h("span", { class: "bar" }, [
          h("span", { class: "fill", style: { width: share(passage.score) } }),
          h("span", { class: "floor", style: { left: share(passage.floor) } }),
        ]),
      ]);
    },
    piece([kind, text]) {
      return kind === "" ? text : Vue.h(kind.includes("word") ? "mark" : "span", { class: kind }, text);
    },
    why(group) {
      const { h } = Vue;
      const cells = (row) => [h("th", { scope: "row" }, row[0]), ...row.slice(1).map((text) => h("td", text))];
      const table = h("table", [
        h("thead", h("tr", this.words.steps.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", group.steps.map((row) => h("tr", cells(row)))),
      ]);
      const around = { class: "scrolled", tabindex: "0", role: "region", "aria-label": `${this.words.why} ${group.name}` };
      return h("details", { class: "why" }, [h("summary", this.words.why), h("div", around, table)]);
    },
  },
};
