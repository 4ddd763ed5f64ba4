// Sends files to the archive, one after the other, each with its progress; says when one is there and when all are.
export default {
  props: { words: { type: Object, required: true }, address: { type: String, required: true } },
  emits: ["sent"],
  data: () => ({ over: false, files: [] }),
  template: `
    <div class="drop" :class="{ over }" @dragover.prevent="over = true" @dragleave="over = false" @drop.prevent="dropped">
      <label class="button"><input type="file" multiple class="unseen" @change="chosen"><span>{{ words.choose }}</span></label>
      <span class="muted">{{ words.drop }}</span>
      <ul v-if="files.length" class="sending" aria-live="polite">
        <li v-for="file in files">
          <span class="name">{{ file.name }}</span>
          <progress v-if="file.state === 'sending'" max="1" :value="file.share" :aria-label="file.name"></progress>
          <span v-else class="chip" :class="{ problem: file.state === 'failed' }">{{ file.said }}</span>
        </li>
      </ul>
    </div>`,
  methods: {
    dropped(event) {
      this.over = false;
      this.send([...event.dataTransfer.files]);
    },
    chosen(event) {
      this.send([...event.target.files]);
      event.target.value = "";
    },
    async send(given) {
      const start = this.files.length;
      this.files.push(...given.map((one) => ({ name: one.name, share: 0, state: "sending", said: "" })));
      for (const [at, content] of given.entries()) await this.one(this.files[start + at], content);
      this.$emit("sent", this.files.slice(start).filter((one) => one.state === "sent").length);
    },
    one(file, content) {
      return new Promise((done) => {
        const request = new XMLHttpRequest();
        const ends = (state, said) => {
          Object.assign(file, { state, said });
          done();
        };
        request.upload.onprogress = (event) => (file.share = event.lengthComputable ? event.loaded / event.total : 0);
        request.onload = () =>
          request.status === 202 ? ends("sent", this.words.sent) : ends("failed", request.responseText || request.status);
        request.onerror = () => ends("failed", this.words.failed);
        request.open("POST", `${this.address}?name=${encodeURIComponent(file.name)}`);
        request.setRequestHeader("Content-Type", "application/octet-stream");
        request.send(content);
      });
    },
  },
};
