/** A browser without scripts. It keeps cookies and submits forms, and does not follow redirects. */

export interface SeenPage {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** The target of a redirect. */
  readonly location: string | undefined
  readonly forms: readonly SeenForm[]
}

export interface SeenForm {
  readonly action: string
  /** Fields with their initial values. */
  readonly fields: Readonly<Record<string, string>>
  /** Values of the buttons named `act`. */
  readonly acts: readonly string[]
  /** Names of the buttons. */
  readonly buttons: readonly string[]
}

const LOGIN = 'session[username_or_email]'
const PASSWORD = 'session[password]'

export class PageVisitor {
  readonly #base: string
  /** Cookies by name. */
  readonly cookies = new Map<string, string>()
  /** All received `set-cookie` headers, unchanged. */
  readonly received: string[] = []

  /** @param base scheme, host and port of the server */
  constructor(base: string) {
    this.#base = base
  }

  /** Requests a page. Redirects are not followed. */
  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<SeenPage> {
    return this.#fetch(path, { headers })
  }

  /**
   * Submits a form with typed values and a button. The request has `origin` and other headers, as from a
   * browser.
   */
  post(
    form: Pick<SeenForm, 'action' | 'fields'>,
    typed: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = { origin: this.#base, 'sec-fetch-site': 'same-origin' },
  ): Promise<SeenPage> {
    const body = new URLSearchParams({ ...form.fields, ...typed })
    return this.#fetch(form.action, { method: 'POST', body, headers })
  }

  /** The values that a user types into the sign-in form. */
  static typed(login: string, password: string): Record<string, string> {
    return { [LOGIN]: login, [PASSWORD]: password }
  }

  async #fetch(path: string, init: RequestInit): Promise<SeenPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) }
    const url = new URL(path, this.#base).href
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const html = await response.text()
    const location = response.headers.get('location') ?? undefined
    return { url, status: response.status, headers: response.headers, html, location, forms: formsIn(html) }
  }

  #keep(line: string): void {
    this.received.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    this.cookies.set(name, value)
  }
}

/** The first form of a page whose action ends with `actionEnd`. The default is the first form. */
export function formOn(page: SeenPage, actionEnd = ''): SeenForm {
  const form = page.forms.find(({ action }) => action.endsWith(actionEnd))
  if (form === undefined) throw new Error(`${page.url} (${page.status}) shows no such form: ${page.html}`)
  return form
}

function formsIn(html: string): SeenForm[] {
  return [...html.matchAll(/<form[^>]* method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', inside = '']) => {
      const fields: Record<string, string> = {}
      for (const [tag] of inside.matchAll(/<input [^>]*>/g)) {
        const name = attribute(tag, 'name')
        if (name !== undefined) fields[name] = attribute(tag, 'value') ?? ''
      }
      const buttons = [...inside.matchAll(/<button [^>]*>/g)].flatMap(([tag]) => attribute(tag, 'name') ?? [])
      const acts = [...inside.matchAll(/<button [^>]*>/g)].flatMap(([tag]) =>
        attribute(tag, 'name') === 'act' ? (attribute(tag, 'value') ?? []) : [],
      )
      return { action: plain(action), fields, buttons, acts }
    },
  )
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : plain(value)
}

function plain(escaped: string): string {
  return escaped.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
