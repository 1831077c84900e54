import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Section } from '../../components/Section.tsx'
import { useSession } from '../../session/session.ts'
import { SIGNATURE } from '../../text/signature.ts'

type Calculation = components['schemas']['ConsoleCalculation']

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

const EMPTY = { method: 'GET', url: '', form: '', withToken: false, timestamp: '', nonce: '' }

/** Signs a request, and shows each step. */
export function Calculator({ appId }: { readonly appId: string }) {
  const form = useForm({
    initialValues: EMPTY,
    validate: { url: (value) => (value.trim() === '' ? SIGNATURE.urlMissing : null) },
  })
  const { api_url: apiUrl } = useSession()
  const sign = useMutation({
    mutationFn: ({ method, url, form: body, withToken, timestamp, nonce }: typeof EMPTY) =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/signature/sign', {
          params: { path: { app_id: appId } },
          body: {
            method,
            url: url.trim(),
            with_token: withToken,
            ...(body === '' ? {} : { form: body }),
            ...(/^\d+$/.test(timestamp.trim()) ? { timestamp: Number(timestamp) } : {}),
            ...(nonce.trim() === '' ? {} : { nonce: nonce.trim() }),
          },
        }),
      ),
    meta: { isShownInForm: true },
  })
  return (
    <Section title={SIGNATURE.calculator} description={SIGNATURE.calculatorHelp}>
      <Stack gap="md">
        <form onSubmit={form.onSubmit((values) => sign.mutate(values))}>
          <Stack gap="sm" align="flex-start">
            <Group gap="sm" w="100%" align="flex-end">
              <Select
                label={SIGNATURE.method}
                data={METHODS}
                allowDeselect={false}
                w="7rem"
                {...form.getInputProps('method')}
              />
              <TextInput
                label={SIGNATURE.url}
                flex={1}
                miw="14rem"
                placeholder={`${apiUrl}/1.1/account/verify_credentials.json`}
                {...form.getInputProps('url')}
              />
            </Group>
            <TextInput
              label={SIGNATURE.form}
              description={SIGNATURE.formHelp}
              w="100%"
              {...form.getInputProps('form')}
            />
            <Group gap="sm">
              <TextInput
                label={SIGNATURE.timestamp}
                placeholder={SIGNATURE.optional}
                {...form.getInputProps('timestamp')}
              />
              <TextInput
                label={SIGNATURE.nonce}
                placeholder={SIGNATURE.optional}
                {...form.getInputProps('nonce')}
              />
            </Group>
            <Checkbox
              label={SIGNATURE.withToken}
              {...form.getInputProps('withToken', { type: 'checkbox' })}
            />
            <Button type="submit" loading={sign.isPending}>
              {SIGNATURE.sign}
            </Button>
          </Stack>
        </form>
        {sign.error !== null && <ErrorState error={sign.error} />}
        {sign.data !== undefined && <Steps calculation={sign.data} />}
      </Stack>
    </Section>
  )
}

function Steps({ calculation }: { readonly calculation: Calculation }) {
  const { parameters, parameter_string, base_url, base_string, key, signature, authorization } = calculation
  const list = parameters.map(({ encoded, from }) => `${encoded}    (${SIGNATURE.from[from]})`).join('\n')
  return (
    <Stack gap="sm" role="status">
      <CodeBlock label={SIGNATURE.parameters} code={list} />
      <CodeBlock label={SIGNATURE.parameterString} code={parameter_string} isWrapped />
      <CodeBlock label={SIGNATURE.baseUrl} code={base_url} isWrapped />
      <CodeBlock label={SIGNATURE.baseString} code={base_string} isWrapped />
      <CodeBlock label={SIGNATURE.key} code={key} />
      <CodeBlock label={SIGNATURE.signatureStep} code={signature} />
      <CodeBlock label={SIGNATURE.authorization} code={authorization} isWrapped />
    </Stack>
  )
}
