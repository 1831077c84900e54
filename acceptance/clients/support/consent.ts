/** Acts as the user in the browser who allows the access that an app requests. */
import { runClient } from '../../support/client.ts'
import { type Member, PASSWORD } from './network.ts'
import type { Stage } from './stage.ts'

const SCRIPT = new URL('../node/consent.ts', import.meta.url)

/** Opens the link, signs in and allows access. @returns the URL of the redirect to the app */
export async function allow({ environment }: Stage, link: string, { name }: Member): Promise<string> {
  const { back } = await runClient(SCRIPT, environment, { link, login: name, password: PASSWORD })
  return String(back)
}
