/** A post on its way to connections: it is encoded once per distinct rendering, and the bytes are shared. */

import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { LoggedEvent } from '../../log/event.ts'

/** How a connection wants its posts. Equal keys mean equal bytes. */
export interface Rendering {
  readonly key: string
  /** What must be read for it. */
  readonly needs: { readonly repliedTo: boolean; readonly named: boolean }
  /** The message as a JSON object without its last brace: what is a connection's own is put behind it. */
  open(view: StreamedView): string
}

/** The shared beginning of a message. */
interface Body {
  readonly rendering: Rendering
  readonly tellsPosition: boolean
  readonly bytes: Buffer
}

export class StreamedPost {
  readonly view: StreamedView
  readonly position: bigint
  /** When it was posted, in milliseconds since the Unix epoch. */
  readonly at: number
  /** When it was given to connections, in milliseconds on the clock that never jumps. */
  readonly since: number
  /** The one that was asked for last: most connections want the same. */
  #last: Body | undefined
  /** All of them, once there are two. */
  #bodies: Map<string, Body> | undefined

  constructor(view: StreamedView, { position, at }: Pick<LoggedEvent, 'position' | 'at'>, since: number) {
    this.view = view
    this.position = position
    this.at = at
    this.since = since
  }

  /**
   * The shared beginning of the message.
   * @param tellsPosition whether the position stands in it
   */
  body(rendering: Rendering, tellsPosition: boolean): Buffer {
    const last = this.#last
    const isSame = last?.rendering === rendering && last.tellsPosition === tellsPosition
    const body = isSame ? last : this.#other(rendering, tellsPosition)
    this.#last = body
    return body.bytes
  }

  #other(rendering: Rendering, tellsPosition: boolean): Body {
    const last = this.#last
    if (last === undefined) return this.#made(rendering, tellsPosition)
    this.#bodies ??= new Map([[keyOf(last), last]])
    const key = keyOf({ rendering, tellsPosition })
    const body = this.#bodies.get(key) ?? this.#made(rendering, tellsPosition)
    this.#bodies.set(key, body)
    return body
  }

  #made(rendering: Rendering, tellsPosition: boolean): Body {
    const text = rendering.open(this.view)
    const bytes = Buffer.from(tellsPosition ? `${text},"position":"${this.position}"` : text)
    return { rendering, tellsPosition, bytes }
  }
}

function keyOf({ rendering, tellsPosition }: Pick<Body, 'rendering' | 'tellsPosition'>): string {
  return tellsPosition ? `${rendering.key} positions` : rendering.key
}
