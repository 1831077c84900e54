import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showProblem } from '../../api/show-problem.ts'
import { withRecentSignIn } from '../../session/passkeys.ts'
import { type Session, sessionQuery } from '../../session/session.ts'
import { ACCOUNT } from '../../text/account.ts'

interface Props {
  readonly session: Session
  readonly onSaved?: () => void
}

/** The initial address of the first console user. The form shows an empty field in place of this address. */
const PLACEHOLDER = 'admin@localhost'

/** Changes the e-mail address and password. Asks for the current password if the user has one. */
export function CredentialsForm({ session, onSaved }: Props) {
  const { email, has_password: hasPassword } = session.user
  const form = useForm({
    initialValues: { email: email === PLACEHOLDER ? '' : email, current_password: '', password: '' },
    validate: {
      email: (value) => (value.includes('@') ? null : ACCOUNT.emailInvalid),
      current_password: (value) => (hasPassword && value === '' ? ACCOUNT.currentPasswordMissing : null),
      password: (value) => ((hasPassword && value === '') || value.length >= 8 ? null : ACCOUNT.passwordRule),
    },
  })
  const save = useMutation({
    mutationFn: ({ email, password, current_password }: typeof form.values) =>
      withRecentSignIn(session.user.id, () =>
        api.PUT('/console/api/account', {
          body: {
            email: email.trim(),
            ...(password === '' ? {} : { password }),
            ...(current_password === '' ? {} : { current_password }),
          },
        }),
      ),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: async () => {
      form.setValues({ current_password: '', password: '' })
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
      notifications.show({ message: ACCOUNT.saved })
      onSaved?.()
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md" maw="26rem">
        <TextInput
          label={ACCOUNT.email}
          type="email"
          name="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        {hasPassword && (
          <PasswordInput
            label={ACCOUNT.currentPassword}
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
        )}
        <PasswordInput
          label={hasPassword ? ACCOUNT.newPassword : ACCOUNT.password}
          description={hasPassword ? ACCOUNT.newPasswordKept : ACCOUNT.passwordRule}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <div>
          <Button type="submit" loading={save.isPending}>
            {ACCOUNT.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
