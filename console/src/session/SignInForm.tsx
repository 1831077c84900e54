import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { dataOf, plainApi } from '../api/client.ts'
import { asProblem } from '../api/problem.ts'
import { SESSION } from '../text/session.ts'
import type { Session } from './session.ts'

interface Props {
  readonly explanation?: string
  /** Filled in for a user who signs in again. */
  readonly email?: string
  readonly onSignedIn: (session: Session) => void
}

/** The form to sign in, alone on its page or over another page. */
export function SignInForm({ explanation, email = '', onSignedIn }: Props) {
  const form = useForm({
    initialValues: { email, password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? SESSION.emailMissing : null),
      password: (value) => (value === '' ? SESSION.passwordMissing : null),
    },
  })
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) =>
      dataOf(plainApi.POST('/console/api/session', { body: { ...values, email: values.email.trim() } })),
    meta: { isShownInForm: true },
    onSuccess: onSignedIn,
  })
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
      <Stack gap="md">
        {explanation !== undefined && <Text>{explanation}</Text>}
        {signIn.error !== null && (
          <Alert color="red" role="alert" p="sm">
            {asProblem(signIn.error).message}
          </Alert>
        )}
        <TextInput
          label={SESSION.email}
          type="email"
          name="email"
          autoComplete="username"
          data-autofocus={email === '' ? true : undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={SESSION.password}
          name="password"
          autoComplete="current-password"
          data-autofocus={email === '' ? undefined : true}
          visibilityToggleButtonProps={{ 'aria-label': SESSION.showPassword }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {SESSION.signIn}
        </Button>
      </Stack>
    </form>
  )
}
