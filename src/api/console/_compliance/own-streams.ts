/** The streams of compliance events that belong to the account of a caller. */
import { Type } from 'typebox'
import type { ConsoleCaller } from '../../../auth/caller.ts'
import { type StreamName, streamPath, streamsOf } from '../../../domain/console/stream.ts'
import type { RequestOrigin } from '../../../http/request-origin.ts'
import { PARTITIONS } from '../../../log/partition.ts'
import type { Services } from '../../_services.ts'
import { ConsoleProblem } from '../_problems.ts'
import { streamBase } from './stream-base.ts'

export const STREAM = Type.Object(
  {
    publisher: Type.String(),
    label: Type.String(),
    partitions: Type.Array(
      Type.Object({
        partition: Type.Integer({ minimum: 1, maximum: PARTITIONS }),
        url: Type.String(),
        curl: Type.String({ description: 'A curl command that connects; curl asks for the password.' }),
      }),
    ),
  },
  { title: 'ConsoleStream' },
)

/**
 * Renders an object of the schema {@link STREAM}.
 * @param email the e-mail address of the caller, which is the user name in the curl command
 */
export function streamBody(
  name: StreamName,
  base: string,
  email: string,
): { readonly publisher: string; readonly label: string; readonly partitions: readonly object[] } {
  const { publisher, label } = name
  return {
    publisher,
    label,
    partitions: Array.from({ length: PARTITIONS }, (_, index) => {
      const url = `${base}${streamPath(name, index + 1)}`
      return {
        partition: index + 1,
        url,
        curl: `curl --compressed --no-buffer -u '${quoted(email)}' '${url}'`,
      }
    }),
  }
}

/** Escapes a text for a shell, inside single quotes. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''")
}

/** Objects of the schema {@link STREAM} for the streams of the caller’s account. */
export async function ownStreamBodies(
  services: Services,
  { accountName, email }: ConsoleCaller,
  outer: RequestOrigin,
): Promise<readonly object[]> {
  const base = streamBase(services.streamAddress, outer)
  return (await streamsOf(services.store, accountName)).map((name) => streamBody(name, base, email))
}

/**
 * Requires that the caller’s account has at least one stream, before the caller sees live messages, volume or
 * test events. These contain the data of all accounts.
 * @throws {ConsoleProblem} `stream-not-found` for an account without a stream
 */
export async function requireOwnStream(
  { store }: Pick<Services, 'store'>,
  { accountName }: Pick<ConsoleCaller, 'accountName'>,
): Promise<void> {
  if ((await streamsOf(store, accountName)).length === 0) throw new ConsoleProblem('stream-not-found')
}

/** Requires that the caller is an administrator of the account. @throws {ConsoleProblem} `not-allowed` */
export function requireAdmin({ role }: Pick<ConsoleCaller, 'role'>): void {
  if (role !== 'admin') throw new ConsoleProblem('not-allowed')
}
