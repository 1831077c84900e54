/** A post on its way to connections: it is encoded once per distinct rendering, and the bytes are shared. */
import type { LoggedEvent } from '../../events/event.ts'
import type { StreamedView } from './view.ts'

/** How a connection wants its posts. Equal keys mean equal bytes. */
export interface Rendering {
  readonly key: string
  /** What must be read for it. */
  readonly needs: { readonly repliedTo: boolean; readonly named: boolean }
  /** The message as a JSON object without its last brace: what is a connection's own is put behind it. */
  open(view: StreamedView): string
}

export class StreamedPost {
  readonly view: StreamedView
  readonly position: bigint
  /** When it was posted, in milliseconds since the Unix epoch. */
  readonly at: number
  readonly #bodies = new Map<string, Buffer>()

  constructor(view: StreamedView, { position, at }: Pick<LoggedEvent, 'position' | 'at'>) {
    this.view = view
    this.position = position
    this.at = at
  }

  /**
   * The shared beginning of the message.
   * @param tellsPosition whether the position stands in it
   */
  body(rendering: Rendering, tellsPosition: boolean): Buffer {
    const key = tellsPosition ? `${rendering.key} positions` : rendering.key
    const known = this.#bodies.get(key)
    if (known !== undefined) return known
    const text = rendering.open(this.view)
    const made = Buffer.from(tellsPosition ? `${text},"position":"${this.position}"` : text)
    this.#bodies.set(key, made)
    return made
  }
}
