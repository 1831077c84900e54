import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { showProblem } from '../../api/show-problem.ts'
import { rememberSession, type Session } from '../../session/session.ts'
import { ACCOUNT } from '../../text/account.ts'

interface Props {
  readonly onChosen?: ((session: Session) => void) | undefined
}

/** Chooses an existing network user with the password of that user. */
export function ExistingUserForm({ onChosen }: Props) {
  const form = useForm({
    initialValues: { login: '', password: '' },
    validate: {
      login: (value) => (value.trim() === '' ? ACCOUNT.loginMissing : null),
      password: (value) => (value === '' ? ACCOUNT.userPasswordMissing : null),
    },
  })
  const choose = useMutation({
    mutationFn: ({ login, password }: typeof form.values) =>
      dataOf(api.PUT('/console/api/user', { body: { login: login.trim(), password } })),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: (session) => {
      rememberSession(session)
      onChosen?.(session)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => choose.mutate(values))} noValidate>
      <Stack gap="md" maw="26rem">
        <TextInput
          label={ACCOUNT.login}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('login')}
        />
        <PasswordInput
          label={ACCOUNT.userPassword}
          description={ACCOUNT.userPasswordRule}
          autoComplete="off"
          {...form.getInputProps('password')}
        />
        <div>
          <Button type="submit" loading={choose.isPending}>
            {ACCOUNT.chooseUser}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
