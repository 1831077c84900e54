/** Renders HTML templates. Every value is escaped, except values that are already HTML. */

/** A piece of HTML; only {@link html} creates such pieces. */
export class Html {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** Joins the constant pieces of a template and the values between them. */
  static join(pieces: readonly string[], values: readonly HtmlValue[]): Html {
    const [first = '', ...rest] = pieces
    return new Html(first + rest.map((piece, index) => markupOf(values[index]) + piece).join(''))
  }

  toString(): string {
    return this.#text
  }
}

/** Values in a template. Undefined and false produce no output. */
export type HtmlValue = Html | string | number | bigint | undefined | false | readonly Html[]

/**
 * Template tag that returns a piece of HTML. Values are escaped for text and for attribute values in quotation marks.
 * Put every attribute value in quotation marks. Do not use values in scripts, styles, tag names and attribute names.
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
