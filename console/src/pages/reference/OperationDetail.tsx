import { Badge, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Section } from '../../components/Section.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { useSession } from '../../session/session.ts'
import { REFERENCE } from '../../text/reference.ts'
import { type CallValues, samplesOf } from './call.ts'
import type { ApiError, Operation, Parameter } from './document.ts'
import { MethodBadge } from './MethodBadge.tsx'
import classes from './Reference.module.css'
import { TryIt } from './TryIt.tsx'

export function OperationDetail({ operation }: { readonly operation: Operation }) {
  const { method, path, summary, notes, security, parameters, errors, isDeprecated, isStream } = operation
  const [call, setCall] = useState<CallValues>({ values: {}, json: operation.body === 'json' ? '{}' : '' })
  usePageTitle(`${method} ${path}`)
  const kinds = security.map((name) => REFERENCE.security[name] ?? name)
  return (
    <article>
      <Stack gap={4} mb="md">
        <h2 className={classes['heading']}>
          <MethodBadge method={method} />
          {path}
        </h2>
        <Text>{summary}</Text>
        {notes.map((note) => (
          <Text key={note} size="sm" c="dimmed">
            {note}
          </Text>
        ))}
        <Group gap="xs" mt={4}>
          {isDeprecated && <Badge color="yellow">{REFERENCE.deprecated}</Badge>}
          {isStream && <Badge>{REFERENCE.stream}</Badge>}
          <Text size="sm" c="dimmed">
            {REFERENCE.authentication}: {kinds.length === 0 ? REFERENCE.noAuthentication : kinds.join(', ')}
          </Text>
        </Group>
      </Stack>
      <Section title={REFERENCE.tryIt} description={REFERENCE.tryItDescription}>
        {operation.isTryable ? (
          <TryIt operation={operation} call={call} onChange={setCall} />
        ) : (
          <Text size="sm">{REFERENCE.cannotTry}</Text>
        )}
      </Section>
      <Samples operation={operation} call={call} />
      <Section title={REFERENCE.parameters} isFlush>
        {parameters.length === 0 ? (
          <Text size="sm" c="dimmed" p="md">
            {REFERENCE.noParameters}
          </Text>
        ) : (
          <ParameterTable parameters={parameters} />
        )}
      </Section>
      <Section title={REFERENCE.errors} isFlush>
        <ErrorTable errors={errors} />
      </Section>
    </article>
  )
}

function Samples({ operation, call }: { readonly operation: Operation; readonly call: CallValues }) {
  const samples = samplesOf(operation, call, useSession().api_url)
  const [language, setLanguage] = useState('curl')
  const sample = samples.find((each) => each.language === language) ?? samples[0]
  return (
    <Section
      title={REFERENCE.code}
      description={REFERENCE.codeDescription}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={REFERENCE.code}
          data={samples.map((each) => each.language)}
          value={language}
          onChange={setLanguage}
        />
      }
    >
      {sample !== undefined && <CodeBlock label={sample.language} code={sample.code} />}
    </Section>
  )
}

function ParameterTable({ parameters }: { readonly parameters: readonly Parameter[] }) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{REFERENCE.name}</th>
          <th scope="col">{REFERENCE.type}</th>
          <th scope="col">{REFERENCE.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, type, place, isRequired, description, limits }) => (
          <tr key={`${place} ${name}`}>
            <th scope="row">
              <Code>{name}</Code>
            </th>
            <td>
              {type}
              <Text size="xs" c="dimmed">
                {isRequired ? `${REFERENCE.required}, ` : ''}
                {REFERENCE.places[place]}
              </Text>
            </td>
            <td>
              {description}
              {limits.length > 0 && (
                <Text size="xs" c="dimmed">
                  {limits.join('; ')}
                </Text>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ErrorTable({ errors }: { readonly errors: readonly ApiError[] }) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{REFERENCE.status}</th>
          <th scope="col">{REFERENCE.error}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ status, text, example }) => (
          <tr key={`${status} ${text}`}>
            <th scope="row">{status}</th>
            <td>
              {text}
              {example !== undefined && (
                <Text size="xs" c="dimmed" ff="monospace">
                  {example}
                </Text>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
