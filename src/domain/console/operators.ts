/** Console users who are operators of the server (spec/console.md#operators). */
import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { type ConsoleUser, findConsoleLogin } from './console-account.ts'

/**
 * Grants or revokes the role of operator. The change applies from the next request of the user.
 * @throws {Refusal} `console-user-not-found`, `state-already-so`
 */
export async function setConsoleOperator(
  context: Context,
  email: string,
  isOperator: boolean,
): Promise<ConsoleUser> {
  const now = context.clock.now()
  const stamp = await auditStamp(context)
  return context.store.write(async (tx) => {
    const user = (await findConsoleLogin(tx, email))?.user
    if (user === undefined) {
      throw new Refusal('console-user-not-found', `no console user has the e-mail address ${email}`)
    }
    // If two commands run at the same time, only one of them changes the row.
    if ((await tx.run(setOperator, { id: user.id, isOperator: isOperator ? 1 : 0 })) === 0) {
      throw new Refusal('state-already-so', `${user.email} is ${isOperator ? 'an' : 'no'} operator already`)
    }
    await recordAudit(tx, stamp, {
      action: isOperator ? 'console-user.grant_operator' : 'console-user.revoke_operator',
      subject: { kind: 'console-user', key: user.email },
    })
    const change = isOperator ? 'operator_granted' : 'operator_revoked'
    append(tx, now, { kind: 'console.changed', account_name: user.accountName, change })
    return { ...user, isOperator }
  })
}

const setOperator = query<{ id: bigint; isOperator: number }>()((k, p) =>
  k
    .updateTable('console_users')
    .set({ is_operator: p('isOperator') })
    .where('id', '=', p('id'))
    .where('is_operator', '<>', p('isOperator')),
)
