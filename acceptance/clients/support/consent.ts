/** The person in front of the browser, who allows what an app asks for. */
import { runClient } from '../../support/client.ts'
import { type Member, PASSWORD } from './network.ts'
import type { Stage } from './stage.ts'

const SCRIPT = new URL('../node/consent.ts', import.meta.url)

/** Opens the link, signs in and allows. @returns the URL that the browser is sent back to */
export async function allow({ environment }: Stage, link: string, { name }: Member): Promise<string> {
  const { back } = await runClient(SCRIPT, environment, { link, login: name, password: PASSWORD })
  return String(back)
}
