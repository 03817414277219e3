import { checkContrast, deriveTokens, type TokenName } from '@portico/rules/brand/colors'
import { contrastRatio, hexColor } from '@portico/rules/brand/oklch'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './brands.module.css'

const shown = [
  ['button', '--brand-on-primary', '--brand-primary'],
  ['link', '--brand-primary-text', '--surface'],
  ['header', '--header-fg', '--header-bg'],
  ['panel', '--brand-gradient-fg', '--brand-gradient-from'],
  ['accent', '--brand-on-accent', '--brand-accent'],
] as const satisfies readonly (readonly [string, TokenName, TokenName])[]

interface BrandLookProps {
  readonly primary: string
  readonly accent: string
  readonly radius: number
  readonly header: 'light' | 'dark'
}

/** What pages derive from two colors, with the contrast of each (BR-8). Nothing while they are not colors. */
export function BrandLook({ primary, accent, radius, header }: BrandLookProps) {
  const t = useText()
  if (!hexColor.test(primary) || !hexColor.test(accent)) return null
  const tokens = deriveTokens({ primary, accent, radius, header })
  const failures = checkContrast(tokens)
  return (
    <div className={styles.look}>
      <ul className={styles.swatches}>
        {shown.map(([name, text, ground]) => (
          <li
            key={name}
            className={styles.swatch}
            style={{ color: tokens[text], background: tokens[ground], borderRadius: radius }}
          >
            {t(`administration.ownbrands.look.${name}`)}{' '}
            <bdi>{contrastRatio(tokens[text], tokens[ground]).toFixed(1)}:1</bdi>
          </li>
        ))}
      </ul>
      <div role="status">
        <Alert tone={failures.length === 0 ? 'success' : 'danger'}>
          {t(failures.length === 0 ? 'administration.ownbrands.contrast' : 'administration.ownbrands.contrast-low')}
        </Alert>
      </div>
    </div>
  )
}
