import { type AccessScope, accessScopes, completeScopes } from '@portico/rules/people/access'
import { useText } from '../../base/texts/text.tsx'
import type { FieldProblem } from '../../kit/forms/field-problems.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import styles from './people.module.css'

/** Scopes as stored in a form: their names, separated by spaces. */
export function scopesIn(value: string): AccessScope[] {
  return accessScopes.filter((scope) => value.split(' ').includes(scope))
}

/** Something must be chosen. */
export function checkScopes(value: string): FieldProblem | null {
  return scopesIn(value).length === 0 ? { code: 'people.scopesNone' } : null
}

interface ScopeFieldsProps {
  readonly id: string
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

/** What someone may see and do: a choice also ticks what it requires, and unticks what requires it. */
export function ScopeFields({ id, value, error, onValue }: ScopeFieldsProps) {
  const t = useText()
  const chosen = scopesIn(value)
  const toggle = (scope: AccessScope, on: boolean) => {
    const kept = accessScopes.filter((one) => chosen.includes(one) && !needs(one, scope))
    onValue(completeScopes(on ? [...chosen, scope] : kept).join(' '))
  }
  return (
    <FieldGroup label={t('people.field.scopes')} error={error}>
      {accessScopes.map((scope, at) => (
        <Checkbox
          key={scope}
          id={at === 0 ? id : `${id}-${scope}`}
          checked={chosen.includes(scope)}
          onValue={(checked) => toggle(scope, checked)}
          label={
            <>
              {t(`people.scope.${scope}`)} <span className={styles.hint}>{t(`people.scopeHint.${scope}`)}</span>
            </>
          }
        />
      ))}
    </FieldGroup>
  )
}

/** Whether a scope requires another; each requires itself. */
function needs(scope: AccessScope, other: AccessScope): boolean {
  return completeScopes([scope]).includes(other)
}
