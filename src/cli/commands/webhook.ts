/** `aviary webhook …`: environments of apps, their webhooks, and what those were sent. */
import { Command } from 'commander'
import { requireApp } from '../../domain/apps/app.ts'
import { declareEnvironment } from '../../domain/webhooks/environments.ts'
import { webhooksOfApp } from '../../domain/webhooks/webhook.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, idArgument, standardCommand } from '../run.ts'
import { deliveriesCommand, deliveryCommand, resendCommand } from './webhook-deliveries.ts'

type Exit = (code: number) => void

export function webhookCommand(streams: Streams, exit: Exit): Command {
  return new Command('webhook')
    .description('Environments of webhooks, and what became of what they were sent.')
    .addCommand(environmentCommand(streams, exit))
    .addCommand(listCommand(streams, exit))
    .addCommand(deliveriesCommand(streams, exit))
    .addCommand(deliveryCommand(streams, exit))
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
          const { id: appId } = await requireApp(store, idArgument(app, 'app-id'))
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
