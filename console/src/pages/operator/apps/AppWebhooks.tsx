import { Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Fact } from '../../../components/Fact.tsx'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { DESK_WEBHOOKS } from '../../../text/desk-webhooks.ts'
import type { ShownApp } from './shown-app.ts'

const TEXT = DESK_APPS.app
const { environments: LABELS } = DESK_WEBHOOKS

/** Lists the webhooks of an app with links to their pages, and the environments of the app. */
export function AppWebhooks({ shown }: { readonly shown: ShownApp }) {
  const { app, webhooks, environments } = shown
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={TEXT.webhooks}
      description={TEXT.webhooksHelp}
      actions={
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          {LABELS.add}
        </Button>
      }
    >
      <Stack gap="sm">
        {webhooks.length === 0 ? (
          <EmptyState title={TEXT.noWebhooks}>{TEXT.noWebhooksAdvice}</EmptyState>
        ) : (
          webhooks.map(({ id, url, environment, is_valid }) => (
            <Group key={id} gap="xs">
              <Anchor
                component={Link}
                to="/operator/webhooks/$webhookId"
                params={{ webhookId: id } as never}
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {url}
              </Anchor>
              <Badge variant="light" color={is_valid ? 'green' : 'red'}>
                {is_valid ? TEXT.valid : TEXT.invalid}
              </Badge>
              {environment !== '' && (
                <Text size="sm" c="dimmed">
                  {environment}
                </Text>
              )}
            </Group>
          ))
        )}
        <Fact label={LABELS.title} labelWidth="13rem">
          {environments.length === 0 ? LABELS.none : environments.join(', ')}
        </Fact>
        <SameCommand command={`aviary webhook list ${app.id}`} />
      </Stack>
      {isAdding && <AddEnvironment appId={app.id} onClose={() => setAdding(false)} />}
    </Section>
  )
}

interface Props {
  readonly appId: string
  readonly onClose: () => void
}

function AddEnvironment({ appId, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm({ initialValues: { label: '' } })
  const add = useMutation({
    mutationFn: ({ label }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/operator/apps/{app_id}/environments', {
          params: { path: { app_id: appId } },
          body: { label: label.trim() },
        }),
      ),
    meta: { isShownInForm: true },
    onError: (error) => form.setFieldError('label', asProblem(error).message),
    onSuccess: async (_, { label }) => {
      notifications.show({ message: LABELS.added(label.trim()) })
      await client.invalidateQueries({ queryKey: ['operator', 'apps'] })
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={LABELS.addTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
        <Stack>
          <Text size="sm">{LABELS.help}</Text>
          <TextInput
            label={LABELS.label}
            description={LABELS.labelHelp}
            required
            data-autofocus
            {...form.getInputProps('label')}
          />
          <SameCommand
            command={`aviary webhook add-environment ${appId} ${shellWord(form.values.label.trim() || 'LABEL')}`}
          />
          <FormButtons submit={LABELS.add} isRunning={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
