import { useText } from '../../base/texts/text.tsx'
import styles from './content.module.css'
import type { ContentVersion } from './types.ts'
import type { useNames } from './use-names.ts'

interface WarningsProps {
  readonly warnings: ContentVersion['warnings']
  readonly names: ReturnType<typeof useNames>
}

/** What to check before a text is approved; warnings do not prevent it. */
export function Warnings({ warnings, names }: WarningsProps) {
  const t = useText()
  if (warnings.length === 0) return null
  return (
    <ul className={styles.warnings}>
      {warnings.map(({ code, params = {} }) => (
        <li key={`${code} ${params.name ?? ''}`}>
          {t(code, {
            ...params,
            ...(params.brands !== undefined && {
              brands: String(params.brands)
                .split(', ')
                .map((one) => names.brand(one))
                .join(', '),
            }),
          })}
        </li>
      ))}
    </ul>
  )
}
