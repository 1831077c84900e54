/** Settings of users for direct messages. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { Context } from '../context.ts'

/**
 * True if a user accepts messages from everyone. Otherwise only users whom the user follows, and users to whom the user
 * has written, can write to this user.
 */
export async function acceptsAnyone(reader: Reader, userId: bigint): Promise<boolean> {
  return (await reader.first(settingsOf, { user: userId }))?.accepts_anyone === 1
}

/** Changes the setting that {@link acceptsAnyone} reads. */
export async function setAcceptsAnyone(
  context: Context,
  { userId, acceptsAnyone: accepts }: { readonly userId: bigint; readonly acceptsAnyone: boolean },
): Promise<void> {
  // No event: the setting is not cached, and each message reads it.
  await context.store.write((tx) => tx.run(putSettings, { user: userId, accepts: accepts ? 1 : 0 }))
}

const settingsOf = query<{ user: bigint }>()((k, p) =>
  k.selectFrom('message_settings').select('accepts_anyone').where('user_id', '=', p('user')),
)

const putSettings = query<{ user: bigint; accepts: number }>()((k, p) =>
  k
    .insertInto('message_settings')
    .values({ user_id: p('user'), accepts_anyone: p('accepts') })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ accepts_anyone: eb.ref('excluded.accepts_anyone') })),
    ),
)
