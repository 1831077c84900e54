/** HTML in which every value is escaped unless it is HTML already. */

/** A piece of HTML; only {@link html} makes it. */
export class Html {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** Joins the fixed pieces of a template with what stands between them. */
  static join(pieces: readonly string[], values: readonly HtmlValue[]): Html {
    const [first = '', ...rest] = pieces
    return new Html(first + rest.map((piece, index) => markupOf(values[index]) + piece).join(''))
  }

  toString(): string {
    return this.#text
  }
}

/** Values of a template; undefined and false render as nothing. */
export type HtmlValue = Html | string | number | bigint | undefined | false | readonly Html[]

/**
 * A piece of HTML. Values are escaped for text and for attributes in quotation marks, so an attribute's value must
 * stand in them; no value belongs in a script, a style or the name of anything.
 */
export function html(pieces: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.join(pieces, values)
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return String(value)
  if (Array.isArray(value)) return (value as readonly HtmlValue[]).map(markupOf).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
