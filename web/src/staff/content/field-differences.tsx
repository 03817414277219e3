import type { DeclaredContent } from '@portico/rules/content/declared'
import { contentFields } from '@portico/rules/content/judge'
import type { Translate } from '../../base/texts/text.tsx'
import styles from './content.module.css'
import { Differences } from './differences.tsx'
import { formatSeenValue } from './seen-value.ts'

export interface ChangedField {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** The fields in which two versions of a text differ: the place of each, and both values. */
export function listChangedFields(
  declared: DeclaredContent,
  before: string,
  after: string,
  t: Translate,
): ChangedField[] {
  const index = (value: string) =>
    new Map(contentFields(declared, value).map((field) => [field.path, formatSeenValue(field, t)]))
  const [was, is] = [index(before), index(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path) ?? '', after: is.get(path) ?? '' }))
    .filter((field) => field.before !== field.after)
}

interface FieldDifferencesProps {
  readonly fields: readonly ChangedField[]
  readonly language: string
}

/** Changed fields side by side, with what differs marked (CT-6, CT-8). */
export function FieldDifferences({ fields, language }: FieldDifferencesProps) {
  return fields.map(({ path, before, after }) => (
    <div key={path} className={styles.sides} lang={language}>
      <p className={styles.text}>
        <Differences before={before} after={after} side="before" />
      </p>
      <p className={styles.text}>
        <Differences before={before} after={after} side="after" />
      </p>
    </div>
  ))
}
