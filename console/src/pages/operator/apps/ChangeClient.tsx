import { Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { SecretDialog } from '../../../components/SecretDialog.tsx'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { MODERATION } from '../../../text/moderation.ts'
import { ReasonInput } from './ReasonInput.tsx'
import { type MadeValues, valuesOf } from './secret-kinds.ts'
import type { ShownApp } from './shown-app.ts'

const TEXT = DESK_APPS.clientType

interface Props {
  readonly shown: ShownApp
  readonly onClose: () => void
}

/** A dialog that lets an app use OAuth 2.0, or changes the type of its client, and shows a new secret once. */
export function ChangeClient({ shown: { app, client_type: present }, onClose }: Props) {
  const client = useQueryClient()
  const [made, setMade] = useState<MadeValues>()
  const form = useForm({
    initialValues: { client_type: present === 'public' ? 'confidential' : 'public', reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? MODERATION.dialog.reasonMissing : null) },
  })
  const { client_type: type, reason } = form.values
  const change = useMutation({
    mutationFn: (values: typeof form.values) =>
      dataOf(
        api.PUT('/console/api/operator/apps/{app_id}/oauth2', {
          params: { path: { app_id: app.id } },
          body: {
            client_type: values.client_type === 'public' ? 'public' : 'confidential',
            reason: values.reason.trim(),
          },
        }),
      ),
    // The response has a secret, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async ({ client_id, client_secret }) => {
      setMade(valuesOf({ client_id, ...(client_secret === null ? {} : { client_secret }) }))
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  return (
    <SecretDialog
      title={TEXT.title}
      help={TEXT.send((made?.length ?? 0) > 1)}
      values={made}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <Text size="sm">
            {TEXT.help} {TEXT.effects}
          </Text>
          <Select
            label={TEXT.label}
            allowDeselect={false}
            data={Object.entries(TEXT.types).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('client_type')}
          />
          <ReasonInput {...form.getInputProps('reason')} />
          <SameCommand
            command={`aviary app update ${app.id} --oauth2 ${type} --reason ${shellWord(reason.trim() || 'TEXT')}`}
          />
          <FormButtons submit={TEXT.submit} isRunning={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </SecretDialog>
  )
}
