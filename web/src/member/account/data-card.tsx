import { exportData } from '@portico/contract/calls/data-export'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

type Format = 'pdf' | 'json'

/** Everything the portal holds about a person, as a file for them (RG-3). */
export function DataCard({ onDone }: { readonly onDone: () => void }) {
  const t = useText()
  const action = useAction({ 'TOO-MANY-REQUESTS': 'profile.data.tooMany' })
  const [format, setFormat] = useState<Format | null>(null)
  const download = async (wanted: Format) => {
    setFormat(wanted)
    const done = await action.run(async () => {
      saveAnswer(await api.call(exportData, { body: { format: wanted } }), `${t('profile.data.fileName')}.${wanted}`)
    })
    setFormat(null)
    if (done) onDone()
  }
  return (
    <Card title={t('profile.data.download')}>
      <p className={styles.text}>{t('profile.data.about')}</p>
      <p className={styles.text}>{t('profile.data.warning')}</p>
      <div className={styles.actions}>
        {(['pdf', 'json'] as const).map((one) => (
          <Button
            key={one}
            variant="secondary"
            busy={format === one}
            icon={<Download aria-hidden="true" />}
            onClick={() => download(one)}
          >
            {t(`profile.data.${one}`)}
          </Button>
        ))}
      </div>
      <Problem text={action.problem} />
    </Card>
  )
}
