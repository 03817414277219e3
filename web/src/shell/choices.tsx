import { type FontSize, fontSizes, languages } from '@portico/contract/page'
import { Check } from 'lucide-react'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { MenuAction } from '../ui/menu.tsx'
import styles from './choices.module.css'
import { languageNames } from './language-names.ts'
import { chooseFontSize, chooseLanguage, useFontSize } from './preferences.ts'

/** The languages the portal speaks (LG-4). */
export function LanguageChoices() {
  const { language } = usePage()
  return languages.map((code) => (
    <Choice key={code} lang={code} chosen={code === language} onPress={() => chooseLanguage(code)}>
      {languageNames[code]}
    </Choice>
  ))
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

/** One of several; the chosen one bears a mark besides its colour. */
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
