import type { Pace } from '@infra/weights/download'

/** A file that is read no faster than it may be sent. `fetch` knows its size, so it sends the length first. */
export class PacedFile extends File {
  readonly #pace: Pace

  constructor(content: Blob, pace: Pace) {
    super([content], 'blob', { type: content.type })
    this.#pace = pace
  }

  override stream(): ReturnType<File['stream']> {
    const pace = this.#pace
    const slowing = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: async (chunk, controller) => {
        await pace(chunk.length)
        controller.enqueue(chunk)
      },
    })
    return super.stream().pipeThrough(slowing)
  }
}
