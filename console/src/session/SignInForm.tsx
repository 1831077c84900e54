import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { dataOf, plainApi } from '../api/client.ts'
import { asProblem } from '../api/problem.ts'
import { PASSKEYS } from '../text/passkeys.ts'
import { SESSION } from '../text/session.ts'
import { hasPasskeys, signInByPasskey } from './passkeys.ts'
import type { Session } from './session.ts'

interface Props {
  readonly explanation?: string
  /** Initial e-mail address, for a user who signs in again. */
  readonly email?: string
  readonly onSignedIn: (session: Session) => void
}

/** The sign-in form, on its own page or over another page. */
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
  const byPasskey = useMutation({
    mutationFn: signInByPasskey,
    meta: { isShownInForm: true },
    onSuccess: onSignedIn,
  })
  const error = signIn.error ?? byPasskey.error
  const { password: sent = '' } = signIn.variables ?? {}
  const hasBlanks = signIn.error !== null && sent !== sent.trim()
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        byPasskey.reset()
        signIn.mutate(values)
      })}
      noValidate
    >
      <Stack gap="md">
        {explanation !== undefined && <Text>{explanation}</Text>}
        {error !== null && (
          <Alert color="red" role="alert" p="sm">
            {asProblem(error).message}
            {hasBlanks && ` ${SESSION.passwordHasBlanks}`}
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
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {SESSION.signIn}
        </Button>
        {hasPasskeys() && (
          <>
            <Divider label={PASSKEYS.or} />
            <Button
              variant="default"
              leftSection={<IconFingerprint size={18} aria-hidden />}
              loading={byPasskey.isPending}
              onClick={() => {
                signIn.reset()
                byPasskey.mutate()
              }}
              fullWidth
            >
              {PASSKEYS.signIn}
            </Button>
          </>
        )}
      </Stack>
    </form>
  )
}
