// Bars out of values: a name, a share of the largest, and the value in words. All of it is text and none markup.
export default {
  props: { rows: { type: Array, default: () => [] } },
  render() {
    const { h } = Vue;
    const line = (kind, share) => h("rect", { class: kind, width: `${100 * share}%`, height: 14, rx: 3 });
    const plot = (share) =>
      h("svg", { class: "bar-plot", "aria-hidden": "true", width: "100%", height: 14 },
        [line("bar-room", 1), line("bar-fill", share)]);
    const row = ([name, share, said]) =>
      [h("span", { class: "bar-name" }, name), plot(share), h("span", { class: "bar-said" }, said)];
    return h("div", { class: "bars" }, this.rows.flatMap(row));
  },
};
