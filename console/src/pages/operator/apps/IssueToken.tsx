import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
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

const TEXT = DESK_APPS.issue

interface Props {
  readonly app: ShownApp['app']
  readonly onClose: () => void
}

/** A dialog that issues an access token of an app for a user, and shows the token once. */
export function IssueToken({ app, onClose }: Props) {
  const client = useQueryClient()
  const [made, setMade] = useState<MadeValues>()
  const form = useForm({
    initialValues: { username: app.owner.username, regenerate: false, reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? MODERATION.dialog.reasonMissing : null) },
  })
  const issue = useMutation({
    mutationFn: ({ username, regenerate, reason }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/operator/tokens', {
          body: { app_id: app.id, username: username.trim(), regenerate, reason: reason.trim() },
        }),
      ),
    // The response has a secret, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async ({ access_token, access_token_secret }) => {
      setMade(valuesOf({ access_token, access_token_secret }))
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  const { username, regenerate, reason } = form.values
  const user = shellWord(username.trim().replace(/^@/, '') || 'NAME')
  const about = `${regenerate ? ' --regenerate' : ''} --reason ${shellWord(reason.trim() || 'TEXT')}`
  return (
    <SecretDialog title={TEXT.title} help={TEXT.send} values={made} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => issue.mutate(values))} noValidate>
        <Stack>
          <Text size="sm">{TEXT.help}</Text>
          <TextInput
            label={TEXT.user}
            description={TEXT.userHelp}
            required
            data-autofocus
            {...form.getInputProps('username')}
          />
          <Checkbox label={TEXT.regenerate} {...form.getInputProps('regenerate', { type: 'checkbox' })} />
          <ReasonInput {...form.getInputProps('reason')} />
          <SameCommand command={`aviary token create --app ${app.id} --user ${user}${about}`} />
          <FormButtons submit={TEXT.submit} isRunning={issue.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </SecretDialog>
  )
}
