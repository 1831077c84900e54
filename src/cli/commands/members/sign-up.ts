/** `aviary invitation …` and `aviary sign-up …`: invites new members, and accepts or rejects sign-ups. */
import { Command } from 'commander'
import {
  createInvitation,
  type Invitation,
  listInvitations,
  MAX_INVITATION_DAYS,
  revokeInvitation,
} from '../../../domain/accounts/sign-up/invitations.ts'
import { approveSignUp, listSignUpRequests, rejectSignUp } from '../../../domain/accounts/sign-up/requests.ts'
import { publicUrlOf } from '../../../lib/server-address.ts'
import type { Streams } from '../../output.ts'
import { existingDataAction, idArgument, standardCommand, UsageError } from '../../run.ts'
import { LINK_SETTINGS, serverPlace } from '../../server-place.ts'
import { OPERATOR } from '../post.ts'

const DAY_MS = 86_400_000
/** Maximum number of items in a list. */
const SHOWN = 1_000

export function invitationCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('invitation').description('Invite users to sign up, one by one.')
  command.addCommand(createCommand(streams, exit))
  command.addCommand(
    standardCommand('list', 'List the newest invitations.').action(
      existingDataAction(streams, exit, async ({ store }, { output }) => {
        const invitations = await listInvitations(store, { count: SHOWN })
        output.result(
          { invitations: invitations.map(shown) },
          invitations.length === 0
            ? ['No invitations. Make one with "aviary invitation create".']
            : invitations.map(lineOf),
        )
      }),
    ),
  )
  command.addCommand(
    standardCommand('revoke', 'Revoke an invitation that was not used.')
      .argument('<id>')
      .action(
        existingDataAction<Record<string, unknown>, [string]>(
          streams,
          exit,
          async ({ context }, { output }, _options, id) => {
            await revokeInvitation(context, idArgument(id, 'the id'))
            output.result({ id, revoked: true }, [`The invitation ${id} is revoked.`])
          },
        ),
      ),
  )
  return command
}

function createCommand(streams: Streams, exit: (code: number) => void): Command {
  return standardCommand('create', 'Make a link with which one user can sign up.', LINK_SETTINGS)
    .option('--note <TEXT>', 'Text for the list, such as the name of the invited person')
    .option('--days <N>', `Days until it expires, 1 to ${MAX_INVITATION_DAYS}`, '7')
    .action(
      existingDataAction<{ note?: string; days: string }, []>(
        streams,
        exit,
        async ({ context }, invocation, options) => {
          const days = /^\d{1,3}$/.test(options.days) ? Number(options.days) : 0
          if (days < 1 || days > MAX_INVITATION_DAYS)
            throw new UsageError(`--days takes a whole number from 1 to ${MAX_INVITATION_DAYS}`)
          const input = { note: options.note, actor: OPERATOR, lifetime: days * DAY_MS }
          const { invitation, token } = await createInvitation(context, input)
          const place = await serverPlace(context, invocation, options, publicUrlOf)
          const url = `${publicUrlOf(place)}/signup?invitation=${token}`
          invocation.output.result({ ...shown(invitation), url }, [
            `One user can sign up with this link, until ${timeOf(invitation.expiresAt)}: ${url}`,
          ])
        },
      ),
    )
}

export function signUpCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('sign-up').description('Approve or reject sign-ups that wait.')
  command.addCommand(
    standardCommand('list', 'List the sign-ups that wait, the oldest first.').action(
      existingDataAction(streams, exit, async ({ store }, { output }) => {
        const waiting = await listSignUpRequests(store, { count: SHOWN })
        output.result(
          {
            sign_ups: waiting.map(({ id, screenName, name, email, createdAt }) => ({
              ...{ id, screen_name: screenName, name, email, created_at: timeOf(createdAt) },
            })),
          },
          waiting.length === 0
            ? ['No sign-up waits.']
            : waiting.map(({ id, screenName, email }) => `${id} @${screenName} ${email}`),
        )
      }),
    ),
  )
  command.addCommand(
    standardCommand('approve', 'Create the user of a waiting sign-up.')
      .argument('<id>')
      .action(
        existingDataAction<Record<string, unknown>, [string]>(
          streams,
          exit,
          async ({ context }, { output }, _options, id) => {
            const { id: userId, screenName } = await approveSignUp(context, idArgument(id, 'the id'))
            output.result({ id, approved: true, user_id: userId }, [`Created @${screenName}.`])
          },
        ),
      ),
  )
  command.addCommand(
    standardCommand('reject', 'Remove a waiting sign-up.')
      .argument('<id>')
      .option(
        '--reason <TEXT>',
        'Reason, recorded in the audit log and mailed to the person if the server sends mail',
      )
      .action(
        existingDataAction<{ reason?: string }, [string]>(
          streams,
          exit,
          async ({ context }, { output }, { reason }, id) => {
            await rejectSignUp(context, idArgument(id, 'the id'), reason)
            output.result({ id, rejected: true }, [`The sign-up ${id} is removed.`])
          },
        ),
      ),
  )
  return command
}

function shown({ id, note, createdBy, createdAt, expiresAt, usedAt, userId }: Invitation) {
  return {
    ...{ id, note, created_by: createdBy, created_at: timeOf(createdAt), expires_at: timeOf(expiresAt) },
    ...{ used_at: usedAt === null ? null : timeOf(usedAt), user_id: userId },
  }
}

function lineOf({ id, note, expiresAt, usedAt, userId }: Invitation): string {
  const state = usedAt === null ? `until ${timeOf(expiresAt)}` : `used by ${userId} at ${timeOf(usedAt)}`
  return `${id} ${state}${note === '' ? '' : ` (${note})`}`
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
