/** `aviary webhook …`: environments and webhooks of apps, and deliveries to webhooks. */
import { Command } from 'commander'
import { requireApp } from '../../domain/apps/app.ts'
import { declareEnvironment } from '../../domain/webhooks/environments.ts'
import { webhooksOfApp } from '../../domain/webhooks/webhook.ts'
import type { Streams } from '../output.ts'
import { addRenamedCommand, existingDataAction, idArgument, standardCommand } from '../run.ts'
import { deliveriesCommand, deliveryCommand, resendCommand } from './webhook-deliveries.ts'

type Exit = (code: number) => void

export function webhookCommand(streams: Streams, exit: Exit): Command {
  const webhook = new Command('webhook').description('Manage webhooks, their environments and deliveries.')
  const names = { name: 'add-environment', oldName: 'environment' }
  addRenamedCommand(webhook, streams, names, (name) => addEnvironmentCommand(name, streams, exit))
  return webhook
    .addCommand(listCommand(streams, exit))
    .addCommand(deliveriesCommand(streams, exit))
    .addCommand(deliveryCommand(streams, exit))
    .addCommand(resendCommand(streams, exit))
}

function addEnvironmentCommand(name: string, streams: Streams, exit: Exit): Command {
  return standardCommand(
    name,
    'Add an environment to an app. An app with environments can use no other labels.',
  )
    .argument('<app-id>')
    .argument('<label>', 'Letters, digits, hyphens and underscores; case-sensitive')
    .action(
      existingDataAction<Record<string, unknown>, [string, string]>(
        streams,
        exit,
        async ({ context }, { output }, _options, app, environment) => {
          const appId = idArgument(app, 'app-id')
          const isNew = await declareEnvironment(context, { appId, environment })
          output.result({ app_id: appId, environment }, [
            isNew
              ? `Added the environment ${environment}.`
              : `The app already has the environment ${environment}.`,
          ])
        },
      ),
    )
}

function listCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('list', 'List the webhooks of an app.')
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
