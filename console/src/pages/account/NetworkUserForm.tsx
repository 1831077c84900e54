import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { showProblem } from '../../api/show-problem.ts'
import { rememberSession, type Session } from '../../session/session.ts'
import { ACCOUNT } from '../../text/account.ts'

interface Props {
  readonly onCreated?: ((session: Session) => void) | undefined
}

/** Creates the network user whose apps the caller manages. */
export function NetworkUserForm({ onCreated }: Props) {
  const form = useForm({
    initialValues: { screen_name: '', name: '' },
    validate: {
      screen_name: (value) => (/^@?[A-Za-z0-9_]{1,15}$/.test(value.trim()) ? null : ACCOUNT.screenNameRule),
    },
  })
  const create = useMutation({
    mutationFn: ({ screen_name, name }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/user', {
          body: {
            screen_name: screen_name.trim().replace(/^@/, ''),
            ...(name.trim() === '' ? {} : { name: name.trim() }),
          },
        }),
      ),
    meta: { isShownInForm: true },
    onError: (error) => showProblem(form, error),
    onSuccess: (session) => {
      rememberSession(session)
      onCreated?.(session)
    },
  })
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack gap="md" maw="26rem">
        <TextInput
          label={ACCOUNT.screenName}
          description={ACCOUNT.screenNameRule}
          leftSection="@"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('screen_name')}
        />
        <TextInput
          label={ACCOUNT.name}
          description={ACCOUNT.nameRule}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <div>
          <Button type="submit" loading={create.isPending}>
            {ACCOUNT.createUser}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
