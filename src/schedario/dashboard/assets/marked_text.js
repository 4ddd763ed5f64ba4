// A text of which some pieces are marked; all of it is text and none of it markup.
export default {
  props: { parts: { type: Array, default: () => [] } },
  render() {
    const { h } = Vue;
    const piece = ([kind, text]) =>
      kind === "" ? text : h(kind.includes("word") ? "mark" : "span", { class: kind }, text);
    return h("div", { class: "marked" }, this.parts.map(piece));
  },
};
