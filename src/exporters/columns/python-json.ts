/** Writes JSON like the Python default, with spaces and in ASCII, because twarc-csv writes this form into cells. */

/** Matches a text that needs no escapes in JSON and consists of ASCII characters. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/** The text of a JSON value. Fields that are undefined are left out. */
export function pythonJson(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : ascii(JSON.stringify(value))
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, item]) => item !== undefined)
    return `{${members.map(([name, item]) => `${ascii(JSON.stringify(name))}: ${pythonJson(item)}`).join(', ')}}`
  }
  return JSON.stringify(value ?? null)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range begins with control characters.
const OTHERS = /[^\u0000-\u007e]/g

function ascii(text: string): string {
  return text.replace(OTHERS, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
