import { List, Modal, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { MadeSecrets } from '../../../components/MadeSecrets.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { COMPONENTS } from '../../../text/components.ts'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { MODERATION } from '../../../text/moderation.ts'
import type { ShownApp } from './DeskAppPage.tsx'
import { type MadeValues, replacingCommand, type SecretKind, valuesOf } from './secret-kinds.ts'

const TEXT = DESK_APPS.secrets

interface Props {
  readonly app: ShownApp['app']
  readonly kind: SecretKind
  readonly onClose: () => void
}

/** A dialog that replaces a secret of an app, with a reason, and shows the new one once. */
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
    // The answer has a secret, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async (answer) => {
      setMade(valuesOf(answer))
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.labels[kind]}
      size="lg"
      closeOnClickOutside={made === undefined}
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      {made === undefined ? (
        <form onSubmit={form.onSubmit((values) => replace.mutate(values))} noValidate>
          <Stack>
            <List size="sm">
              <List.Item>{TEXT.effects[kind]}</List.Item>
              <List.Item>{TEXT.shown}</List.Item>
            </List>
            <Textarea
              label={DESK_APPS.app.reason}
              description={DESK_APPS.app.reasonHelp}
              required
              autosize
              minRows={2}
              maxLength={1_000}
              data-autofocus
              {...form.getInputProps('reason')}
            />
            <SameCommand
              command={replacingCommand(kind, app.id, shellWord(form.values.reason.trim() || 'TEXT'))}
            />
            <FormButtons submit={TEXT.labels[kind]} isRunning={replace.isPending} onCancel={onClose} />
          </Stack>
        </form>
      ) : (
        <MadeSecrets help={TEXT.help} values={made} onDone={onClose} />
      )}
    </Modal>
  )
}
