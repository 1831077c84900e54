import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { showProblem } from '../../../api/show-problem.ts'
import { FormButtons } from '../../../components/FormButtons.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { SecretDialog } from '../../../components/SecretDialog.tsx'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { MODERATION } from '../../../text/moderation.ts'
import { ReasonInput } from '../apps/ReasonInput.tsx'
import { type MadeValues, valuesOf } from '../apps/secret-kinds.ts'

const TEXT = DESK_APPS.add

type DeskUser = components['schemas']['ConsoleDeskUser']
type DeskApp = components['schemas']['ConsoleDeskApp']

interface Values {
  readonly name: string
  readonly permissions: DeskApp['permissions']
  readonly level: DeskApp['level']
  readonly is_standalone: boolean
  readonly reason: string
}

const NEW: Values = { name: '', permissions: 'read', level: 'standard', is_standalone: false, reason: '' }

interface Props {
  readonly user: DeskUser
  readonly onClose: () => void
}

/** A dialog that makes an app for a user, and shows its keys once. */
export function AddUserApp({ user, onClose }: Props) {
  const client = useQueryClient()
  const [made, setMade] = useState<MadeValues>()
  const form = useForm<Values>({
    initialValues: NEW,
    validate: {
      name: (value) => (value.trim() === '' ? TEXT.nameMissing : null),
      reason: (value) => (value.trim() === '' ? MODERATION.dialog.reasonMissing : null),
    },
  })
  const add = useMutation({
    mutationFn: ({ name, reason, ...values }: Values) =>
      dataOf(
        api.POST('/console/api/operator/users/{user_id}/apps', {
          params: { path: { user_id: user.id } },
          body: { ...values, name: name.trim(), reason: reason.trim() },
        }),
      ),
    // The response has secrets, which must not stay in the cache.
    gcTime: 0,
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async ({ consumer_key, consumer_secret, bearer_token }) => {
      setMade(valuesOf({ consumer_key, consumer_secret, bearer_token }))
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  return (
    <SecretDialog
      title={TEXT.title(user.username)}
      help={DESK_APPS.secrets.sendKeys}
      values={made}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
        <Stack>
          <Text size="sm">{TEXT.help}</Text>
          <TextInput
            label={DESK_APPS.name}
            description={TEXT.nameHelp}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Select
            label={DESK_APPS.permissions}
            allowDeselect={false}
            data={Object.entries(DESK_APPS.permissionNames).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('permissions')}
          />
          <Select
            label={DESK_APPS.level}
            allowDeselect={false}
            data={[...DESK_APPS.levels]}
            {...form.getInputProps('level')}
          />
          <Checkbox label={TEXT.standalone} {...form.getInputProps('is_standalone', { type: 'checkbox' })} />
          <ReasonInput {...form.getInputProps('reason')} />
          <SameCommand command={commandOf(user, form.values)} />
          <FormButtons submit={TEXT.submit} isRunning={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </SecretDialog>
  )
}

function commandOf({ username }: DeskUser, values: Values): string {
  const { name, permissions, level, is_standalone: isStandalone, reason } = values
  return [
    `aviary app create ${shellWord(name.trim() || 'NAME')} --owner ${username}`,
    ...(permissions === NEW.permissions ? [] : [`--permissions ${permissions}`]),
    ...(level === NEW.level ? [] : [`--level ${level}`]),
    ...(isStandalone ? ['--standalone'] : []),
    `--reason ${shellWord(reason.trim() || 'TEXT')}`,
  ].join(' ')
}
