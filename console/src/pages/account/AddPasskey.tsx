import { Alert, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/query-client.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormButtons } from '../../components/FormButtons.tsx'
import { makePasskey, withRecentSignIn } from '../../session/passkeys.ts'
import type { Session } from '../../session/session.ts'
import { PASSKEYS } from '../../text/passkeys.ts'
import { browserName } from './browser-name.ts'
import { passkeysQuery } from './passkeys-query.ts'

interface Props {
  readonly session: Session
  readonly opened: boolean
  readonly onClose: () => void
  readonly onAdded?: () => void
}

/** A dialog that adds a passkey. The form is empty each time it opens. */
export function AddPasskey({ opened, onClose, ...rest }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={PASSKEYS.add}>
      <AddPasskeyForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function AddPasskeyForm({ session, onClose, onAdded }: Omit<Props, 'opened'>) {
  const { has_password: hasPassword } = session.user
  const form = useForm({
    initialValues: { name: browserName(navigator.userAgent) ?? PASSKEYS.defaultName, current_password: '' },
    validate: {
      name: (value) => (value.trim() === '' || [...value.trim()].length > 50 ? PASSKEYS.nameRule : null),
      current_password: (value) => (hasPassword && value === '' ? PASSKEYS.currentPasswordMissing : null),
    },
  })
  const add = useMutation({
    mutationFn: async ({ name, current_password }: typeof form.values) => {
      const body = hasPassword ? { current_password } : {}
      const { options } = await withRecentSignIn(session.user.id, () =>
        dataOf(api.POST('/console/api/passkeys/options', { body })),
      )
      const credential = await makePasskey(options)
      return dataOf(api.POST('/console/api/passkeys', { body: { name: name.trim(), credential } }))
    },
    meta: { isShownInForm: true },
    onError: (error) => {
      const { field, message } = asProblem(error)
      if (field === 'name' || field === 'current_password') form.setFieldError(field, message)
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      notifications.show({ message: PASSKEYS.wasAdded })
      onClose()
      onAdded?.()
    },
  })
  const problem = add.error === null ? undefined : asProblem(add.error)
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
      <Stack gap="md">
        <Text>{PASSKEYS.addExplanation}</Text>
        {problem !== undefined && problem.field === undefined && (
          <Alert color="red" role="alert" p="sm">
            {problem.message}
          </Alert>
        )}
        <TextInput
          label={PASSKEYS.name}
          description={PASSKEYS.nameRule}
          autoComplete="off"
          data-autofocus={hasPassword ? undefined : true}
          {...form.getInputProps('name')}
        />
        {hasPassword && (
          <PasswordInput
            label={PASSKEYS.currentPassword}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('current_password')}
          />
        )}
        <FormButtons submit={PASSKEYS.continue} isRunning={add.isPending} onCancel={onClose} />
      </Stack>
    </form>
  )
}
