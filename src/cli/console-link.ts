/** The link that signs in to the console after the first start (spec/console.md#one-time-links). */
import { createConsoleLink, firstConsoleUser, hasConsoleCredentials } from '../domain/console/links.ts'
import type { Context } from '../domain/context.ts'
import { consoleLinkUrl, type ServerAddress } from '../lib/server-address.ts'

/**
 * Makes a link while no console user has a password or a passkey; otherwise returns undefined.
 * @param userId the network user whose apps the console shows; by default, the user of the link chooses one
 */
export async function firstLink(
  context: Context,
  place: ServerAddress,
  userId?: bigint,
): Promise<string | undefined> {
  if (await hasConsoleCredentials(context)) return undefined
  const user = await firstConsoleUser(context, userId)
  return consoleLinkUrl(place, await createConsoleLink(context, user))
}
