import { Select } from '@mantine/core'
import { COMPLIANCE } from '../../text/compliance.ts'

const TEXTS = COMPLIANCE.connect

/** Selects a partition. */
export function PartitionSelect({
  value,
  onChange,
  all,
}: {
  readonly value: number | undefined
  readonly onChange: (partition: number | undefined) => void
  /** Label of the choice of all partitions. Without this label, one partition must be chosen. */
  readonly all?: string
}) {
  const numbers = Array.from({ length: 8 }, (_, index) => ({
    value: String(index + 1),
    label: TEXTS.partition(index + 1),
  }))
  const data = all === undefined ? numbers : [{ value: '', label: all }, ...numbers]
  return (
    <Select
      aria-label={COMPLIANCE.test.partition}
      data={data}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChange(text === null || text === '' ? undefined : Number(text))}
      allowDeselect={false}
      w="11rem"
    />
  )
}
