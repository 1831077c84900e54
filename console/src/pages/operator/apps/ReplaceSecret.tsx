import { List, Stack } from '@mantine/core'
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
import { type MadeValues, replacingCommand, type SecretKind, valuesOf } from './secret-kinds.ts'
import type { ShownApp } from './shown-app.ts'

const TEXT = DESK_APPS.secrets

interface Props {
  readonly app: ShownApp['app']
  readonly kind: SecretKind
  readonly onClose: () => void
}

/** A dialog that replaces a secret of an app, with a reason, and shows the new secret once. */
export function ReplaceSecret({ app, kind, onClose }: Props) {
  const client = useQueryClient()
  const [made, setMade] = useState<MadeValues>()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? MODERATION.dialog.reasonMissing : null) },
  })
  const replace = useMutation({
    mutationFn: ({ reason }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/operator/apps/{app_id}/credentials', {
          params: { path: { app_id: app.id } },
          body: { kind, reason: reason.trim() },
        }),
      ),
    // The response has a secret, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async (answer) => {
      setMade(valuesOf(answer))
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  return (
    <SecretDialog title={TEXT.labels[kind]} help={TEXT.send[kind]} values={made} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => replace.mutate(values))} noValidate>
        <Stack>
          <List size="sm">
            <List.Item>{TEXT.effects[kind]}</List.Item>
            <List.Item>{TEXT.shown}</List.Item>
          </List>
          <ReasonInput data-autofocus {...form.getInputProps('reason')} />
          <SameCommand
            command={replacingCommand(kind, app.id, shellWord(form.values.reason.trim() || 'TEXT'))}
          />
          <FormButtons submit={TEXT.labels[kind]} isRunning={replace.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </SecretDialog>
  )
}
