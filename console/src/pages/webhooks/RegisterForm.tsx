import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Section } from '../../components/Section.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'
import { ChallengeResult } from './ChallengeResult.tsx'

const TEXTS = WEBHOOKS.register

interface Props {
  readonly appId: string
  readonly environments: readonly string[]
}

/** Registers a webhook, and shows the challenge that the server sent to the receiver. */
export function RegisterForm({ appId, environments }: Props) {
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { url: '', environment: '' } })
  const register = useMutation({
    mutationFn: ({ url, environment }: typeof form.values) =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/webhooks', {
          params: { path: { app_id: appId } },
          body: { url: url.trim(), environment },
        }),
      ),
    meta: { isShownInForm: true },
    onError: (error) => {
      const { field, message } = asProblem(error)
      if (field === 'url') form.setFieldError('url', message)
    },
    onSuccess: async ({ challenge }) => {
      if (challenge.result === 'met') form.reset()
      await queryClient.invalidateQueries({ queryKey: ['app', appId, 'webhooks'] })
    },
  })
  const { data, error } = register
  const labels = [
    { value: '', label: WEBHOOKS.noEnvironment },
    ...environments.map((each) => ({ value: each, label: each })),
  ]
  return (
    <Section title={TEXTS.title} description={TEXTS.description}>
      <form onSubmit={form.onSubmit((values) => register.mutate(values))}>
        <Stack>
          <Group align="flex-start">
            <TextInput
              label={TEXTS.url}
              placeholder={TEXTS.urlPlaceholder}
              flex="1 1 18rem"
              required
              {...form.getInputProps('url')}
            />
            <Select
              label={TEXTS.environment}
              data={labels}
              allowDeselect={false}
              {...form.getInputProps('environment')}
            />
          </Group>
          <Group>
            <Button type="submit" loading={register.isPending}>
              {TEXTS.submit}
            </Button>
          </Group>
          {error !== null && asProblem(error).field !== 'url' && <ErrorState error={error} />}
          {data !== undefined && <ChallengeResult challenge={data.challenge} met={TEXTS.registered} />}
        </Stack>
      </form>
    </Section>
  )
}
