/** Input of a client script, and functions that act as the user in the browser. */
import { formOn, PageVisitor, type SeenPage } from '../../../test/support/http/page-visitor.ts'

export interface World {
  readonly appId: string
  readonly key: string
  readonly secret: string
  readonly bearer: string
  readonly callback: string
  /** Login name of the user. */
  readonly login: string
  readonly password: string
  readonly userId: string
  /** A token pair created by a command. */
  readonly accessToken: string
  readonly accessSecret: string
}

/** Follows a link to the consent page and decides; returns the resulting page. */
export async function decide(
  link: string,
  { login, password }: World,
  decision: 'allow' | 'cancel',
): Promise<SeenPage> {
  const visitor = new PageVisitor(new URL(link).origin)
  const page = await visitor.get(link)
  return visitor.post(formOn(page), { ...PageVisitor.typed(login, password), [decision]: 'true' })
}

/** Query parameters of the redirect to the app. */
export function sentBack({ status, location }: SeenPage): Record<string, string> {
  if (status !== 303 || location === undefined) throw new Error(`not sent back: ${status}`)
  const url = new URL(location)
  return { to: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) }
}

/** The PIN on a page. */
export function pinOn({ html }: SeenPage): string {
  const pin = /<code class="pin">(\d{7})<\/code>/.exec(html)?.[1]
  if (pin === undefined) throw new Error(`no PIN: ${html}`)
  return pin
}
