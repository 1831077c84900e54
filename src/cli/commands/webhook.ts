/** `aviary webhook …`: environments of apps, what became of deliveries, and sending one again. */
import { Command } from 'commander'
import { demandApp } from '../../domain/apps/app.ts'
import {
  type DeliveryQuestion,
  deliveriesOf,
  type LoggedDelivery,
  resend,
} from '../../domain/webhooks/deliveries.ts'
import { declareEnvironment } from '../../domain/webhooks/environments.ts'
import type { Outcome } from '../../domain/webhooks/settle.ts'
import { demandWebhook, webhooksOfApp } from '../../domain/webhooks/webhook.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, idArgument, standardCommand, UsageError } from '../run.ts'

const OUTCOMES: readonly Outcome[] = ['delivered', 'parked', 'dropped', 'expired']

/** Deliveries that are listed, and sent again, at a time. */
const MOST = 200

type Exit = (code: number) => void

export function webhookCommand(streams: Streams, exit: Exit): Command {
  return new Command('webhook')
    .description('Environments of webhooks, and what became of what they were sent.')
    .addCommand(environmentCommand(streams, exit))
    .addCommand(listCommand(streams, exit))
    .addCommand(deliveriesCommand(streams, exit))
    .addCommand(resendCommand(streams, exit))
}

function environmentCommand(streams: Streams, exit: Exit): Command {
  return standardCommand(
    'environment',
    'Give an app an environment; then it may use no label that it has not.',
  )
    .argument('<app-id>')
    .argument('<label>', 'letters, digits, hyphens and underscores; case matters')
    .action(
      existingDataAction<Record<string, unknown>, [string, string]>(
        streams,
        exit,
        async ({ context }, { output }, _options, app, environment) => {
          const appId = idArgument(app, 'app-id')
          const isNew = await declareEnvironment(context, { appId, environment })
          output.result({ app_id: appId, environment }, [
            isNew ? `The app has the environment ${environment}.` : `It had ${environment} already.`,
          ])
        },
      ),
    )
}

function listCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('list', 'The webhooks of an app.')
    .argument('<app-id>')
    .action(
      existingDataAction<Record<string, unknown>, [string]>(
        streams,
        exit,
        async ({ store }, { output }, _options, app) => {
          const { id: appId } = await demandApp(store, idArgument(app, 'app-id'))
          const webhooks = await webhooksOfApp(store, appId)
          output.result(
            {
              webhooks: webhooks.map(({ id, environment, url, isValid }) => ({
                id,
                environment,
                url,
                valid: isValid,
              })),
            },
            webhooks.map(
              ({ id, environment, url, isValid }) =>
                `${id} ${url} (${environment === '' ? 'no environment' : environment}, ${isValid ? 'valid' : 'not valid'})`,
            ),
          )
        },
      ),
    )
}

function deliveriesCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('deliveries', `What became of what a webhook was sent, the latest ${MOST} first.`)
    .argument('<webhook-id>')
    .option('--outcome <OUTCOME>', `Only those: ${OUTCOMES.join(', ')}`)
    .action(
      existingDataAction<{ readonly outcome?: string }, [string]>(
        streams,
        exit,
        async ({ store }, { output }, options, webhook) => {
          const { id: webhookId } = await demandWebhook(store, idArgument(webhook, 'webhook-id'))
          const deliveries = await deliveriesOf(store, question(webhookId, options.outcome))
          output.result({ deliveries: deliveries.map(shown) }, deliveries.map(sentence))
        },
      ),
    )
}

function resendCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('resend', `Send what was given up again, the latest ${MOST} of it.`)
    .argument('<webhook-id>')
    .action(
      existingDataAction<Record<string, unknown>, [string]>(
        streams,
        exit,
        async ({ context, store }, { output }, _options, webhook) => {
          const { id: webhookId } = await demandWebhook(store, idArgument(webhook, 'webhook-id'))
          let resent = 0
          for (const delivery of await deliveriesOf(store, question(webhookId, 'parked'))) {
            if (await resend(context, delivery)) resent += 1
          }
          output.result({ resent }, [`${resent} are sent again.`])
        },
      ),
    )
}

/** @throws {UsageError} for an outcome that is none */
function question(webhookId: bigint, text: string | undefined): DeliveryQuestion {
  if (text === undefined) return { webhookId, most: MOST }
  const outcome = OUTCOMES.find((each) => each === text)
  if (outcome === undefined) throw new UsageError(`--outcome takes one of ${OUTCOMES.join(', ')}`)
  return { webhookId, outcome, most: MOST }
}

function shown({ userId, position, outcome, attempts, settledAt, tookMs, status, response }: LoggedDelivery) {
  return {
    user_id: userId,
    position,
    outcome,
    attempts,
    settled_at: new Date(settledAt).toISOString(),
    took_ms: tookMs,
    status,
    response,
  }
}

function sentence({
  userId,
  position,
  outcome,
  attempts,
  settledAt,
  status,
  response,
}: LoggedDelivery): string {
  const answer = status === null ? response : `${status} ${response}`
  return `${new Date(settledAt).toISOString()} event ${position} of user ${userId}: ${outcome} after ${attempts}; ${answer}`
}
