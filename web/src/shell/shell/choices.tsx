import { type FontSize, fontSizes } from '@portico/contract/page'
import { Check } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { MenuAction, MenuLink } from '../../ui/menu.tsx'
import styles from './choices.module.css'
import { chooseLanguage } from './choose-language.ts'
import { useLanguageEntries } from './language-list.tsx'
import { chooseFontSize, useFontSize } from './preferences.ts'

/** The portal's languages, and the first of the other ones (LG-2, LG-4). */
export function LanguageChoices() {
  const { language } = usePage()
  const { portal, others, additional } = useLanguageEntries()
  return (
    <>
      {portal.map(({ code, tag, name }) => (
        <Choice key={code} lang={tag} chosen={code === language} onPress={() => chooseLanguage(code)}>
          {name}
        </Choice>
      ))}
      {others.map(({ languageCode, nativeName, href }) => (
        <MenuLink key={languageCode} to={href} lang={languageCode} icon={<span className={styles.space} />}>
          {nativeName}
        </MenuLink>
      ))}
      {additional && (
        <MenuLink to={additional.href} icon={<span className={styles.space} />}>
          {additional.text}
        </MenuLink>
      )}
    </>
  )
}

const sampleClass: Readonly<Record<FontSize, string | undefined>> = {
  regular: styles.regular,
  large: styles.large,
  largest: styles.largest,
}

/** The text sizes (HD-1, HD-7). */
export function TextSizeChoices() {
  const t = useText()
  const chosen = useFontSize()
  return fontSizes.map((size) => (
    <Choice key={size} keepOpen chosen={size === chosen} onPress={() => chooseFontSize(size)}>
      <span className={sampleClass[size]}>{t(`shell.textSize.${size}`)}</span>
    </Choice>
  ))
}

interface ChoiceProps {
  readonly chosen: boolean
  readonly onPress: () => void
  readonly lang?: string
  readonly keepOpen?: boolean
  readonly children: React.ReactNode
}

/** One of several options; the chosen one has a mark besides its color. */
export function Choice({ chosen, children, ...action }: ChoiceProps) {
  return (
    <MenuAction
      {...action}
      chosen={chosen}
      icon={chosen ? <Check aria-hidden="true" /> : <span className={styles.space} />}
    >
      {children}
    </MenuAction>
  )
}
