/**
 * Renders a post for streams. The post is encoded once for each distinct rendering, and connections share the bytes.
 */

import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import type { LoggedEvent } from '../../log/event.ts'

/** Determines how posts are rendered for a connection. Renderings with equal keys produce equal bytes. */
export interface Rendering {
  readonly key: string
  /** Additional data that the rendering needs. */
  readonly needs: { readonly repliedTo: boolean; readonly named: boolean }
  /**
   * The message as a JSON object without its closing brace, because each connection adds its own end of the message.
   */
  open(view: StreamedView): string
}

/** The shared beginning of a message. */
interface Body {
  readonly rendering: Rendering
  readonly hasPosition: boolean
  readonly bytes: Buffer
}

export class StreamedPost {
  readonly view: StreamedView
  readonly position: bigint
  /** Time of the event, in milliseconds since the Unix epoch. */
  readonly at: number
  /** Time of the delivery to connections, in milliseconds on the monotonic clock. */
  readonly since: number
  /** The body that was requested last. It is kept because most connections use the same rendering. */
  #last: Body | undefined
  /** All bodies; undefined while only one body exists. */
  #bodies: Map<string, Body> | undefined

  constructor(view: StreamedView, { position, at }: Pick<LoggedEvent, 'position' | 'at'>, since: number) {
    this.view = view
    this.position = position
    this.at = at
    this.since = since
  }

  /**
   * The shared beginning of the message.
   * @param hasPosition true for a message that contains its position
   */
  body(rendering: Rendering, hasPosition: boolean): Buffer {
    const last = this.#last
    const isSame = last?.rendering === rendering && last.hasPosition === hasPosition
    const body = isSame ? last : this.#find(rendering, hasPosition)
    this.#last = body
    return body.bytes
  }

  #find(rendering: Rendering, hasPosition: boolean): Body {
    const last = this.#last
    if (last === undefined) return this.#make(rendering, hasPosition)
    this.#bodies ??= new Map([[keyOf(last), last]])
    const key = keyOf({ rendering, hasPosition })
    const body = this.#bodies.get(key) ?? this.#make(rendering, hasPosition)
    this.#bodies.set(key, body)
    return body
  }

  #make(rendering: Rendering, hasPosition: boolean): Body {
    const text = rendering.open(this.view)
    const bytes = Buffer.from(hasPosition ? `${text},"position":"${this.position}"` : text)
    return { rendering, hasPosition, bytes }
  }
}

function keyOf({ rendering, hasPosition }: Pick<Body, 'rendering' | 'hasPosition'>): string {
  return hasPosition ? `${rendering.key} positions` : rendering.key
}
