/** Opens the sign-in link of an app, signs in and allows access. Returns the URL of the redirect. */
import { formOn, PageVisitor } from '../../../test/support/http/page-visitor.ts'
import { clientScript } from '../../support/client.ts'

interface Input {
  readonly link: string
  readonly login: string
  readonly password: string
}

await clientScript(async ({ link, login, password }: Input) => {
  const visitor = new PageVisitor(new URL(link).origin)
  const page = await visitor.get(link)
  const next = await visitor.post(formOn(page), { ...PageVisitor.typed(login, password), allow: 'true' })
  if (next.location === undefined) throw new Error(`not sent back: ${next.status} ${next.html}`)
  return { back: next.location }
})
