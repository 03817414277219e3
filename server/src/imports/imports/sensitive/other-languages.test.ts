import { describe, expect, test } from 'vitest'
import { sensitiveWords } from './code-kinds.ts'
import { findMarks } from './marks.ts'

const claim = (more: object) => ({ resourceType: 'ExplanationOfBenefit', id: 'x', ...more })
const isFound = (more: object) => findMarks(claim(more)).codes.includes(sensitiveWords)
const diagnose = (text: string) => isFound({ diagnosis: [{ diagnosisCodeableConcept: { text } }] })
const serve = (text: string) => isFound({ item: [{ productOrService: { coding: [{ code: 'X1', display: text }] } }] })

/** In Puerto Rico, and in plans' own words, names of care are not in English. */
describe('MP-14 IM-1 LG-1 words of sensitive care in the languages of the portal', () => {
  test.each([
    ...['Trastorno depresivo mayor, episodio único', 'Depresión mayor', 'Trastorno de ansiedad generalizada'],
    ...[
      'Esquizofrenia',
      'Trastorno de pánico',
      'Trastorno obsesivo-compulsivo',
      'Fobia social',
      'Psicoterapia 45 minutos',
    ],
    ...[
      'Visita al psiquiatra',
      'Evaluación psicológica',
      'Trastorno por déficit de atención',
      'TDAH',
      'Demencia senil',
    ],
    ...['Discapacidad intelectual', 'Trastorno de la conducta alimentaria', 'Salud conductual', 'Autolesión'],
    ...['Dependencia de nicotina', 'Uso de cocaína', 'Tabaquismo', 'Consejería para dejar de fumar', 'Drogadicción'],
    ...['Tratamiento de adicciones', 'Trastorno por uso de sustancias', 'Sobredosis', 'Desintoxicación'],
    ...['Infección por VIH', 'SIDA', 'Virus de la inmunodeficiencia humana', 'Sífilis primaria', 'Clamidia'],
    ...['Tricomoniasis', 'Verrugas genitales', 'Enfermedad de transmisión sexual', 'Condiloma acuminado'],
    ...['Aborto inducido', 'ABORTO', 'Interrupción del embarazo', 'Anticonceptivos orales', 'Planificación familiar'],
    ...['Esterilización', 'Ligadura de trompas', 'Dispositivo intrauterino', 'Inserción de DIU', 'Prueba de embarazo'],
    ...[
      'Violencia doméstica',
      'Maltrato infantil',
      'Violación',
      'Disforia de género',
      'Antidepresivos',
      'Ansiolíticos',
    ],
    ...[
      '抑郁症',
      '重度憂鬱症',
      '焦慮症',
      '精神科門診',
      '心理治療',
      '酒精依赖',
      '尼古丁依賴',
      '戒毒治療',
      '人類免疫缺陷病毒',
      '艾滋病',
    ],
    ...[
      '梅毒',
      '性傳播疾病',
      '堕胎',
      '人工流產',
      '避孕藥',
      '絕育手術',
      '妊娠試驗',
      '家庭暴力',
      '自殺未遂',
      '注意力不足過動症',
    ],
    ...[
      'اكتئاب',
      'الاكتئاب الشديد',
      'اضطراب القلق',
      'علاج نفسي',
      'الطب النفسي',
      'فصام',
      'محاولة انتحار',
      'إدمان الكحول',
    ],
    ...[
      'الإقلاع عن التدخين',
      'فيروس نقص المناعة البشرية',
      'الإيدز',
      'الزهري',
      'إجهاض',
      'حبوب منع الحمل',
      'اختبار الحمل',
    ],
    ...['العنف المنزلي', 'التوحد'],
  ])('MP-14 IM-1 %s is sensitive', (text) => {
    expect([diagnose(text), serve(text)]).toEqual([true, true])
    expect(diagnose(text.normalize('NFD'))).toBe(true)
  })

  test.each(['Hospital Metropolitano Psiquiátrico', 'Centro de Salud Conductual'])(
    'MP-14 IM-1 care given by %s is sensitive',
    (display) => {
      expect(isFound({ provider: { display } })).toBe(true)
    },
  )

  test.each([
    ...['Hipertensión esencial', 'Diabetes mellitus tipo 2', 'Depresión respiratoria', 'Depresión del segmento ST'],
    ...['Fotofobia', 'Control prenatal', 'Visita de consultorio', 'Hiperactividad bronquial', 'Vejiga hiperactiva'],
    ...['Ultrasonido obstétrico', 'Fractura con depresión del cráneo', 'Psicomotricidad', 'Vacuna contra la influenza'],
    ...['高血压', '糖尿病', '產前檢查', '流感疫苗', '胃镜检查', '神經科', '性能測試', '慢性腎病'],
    ...['ارتفاع ضغط الدم', 'السكري', 'الجهاز التنفسي', 'تنفس', 'فحص الحمل بالموجات'],
  ])('MP-14 IM-1 %s is not', (text) => {
    expect([diagnose(text), serve(text)]).toEqual([false, false])
  })

  test.each([
    'sertralina 50 mg',
    'Metadona',
    'naltrexona',
    'buprenorfina/naloxona',
    'Fluoxetina cápsulas',
    'litio carbonato',
    'alprazolam',
  ])('MP-14 IM-1 the drug %s is sensitive', (text) => {
    expect(isFound({ item: [{ productOrService: { text } }] })).toBe(true)
  })

  test.each([
    'amoxicilina 500 mg',
    'metformina',
    'lisinopril',
    'omeprazol',
    'atorvastatina',
    'prednisona',
    'hidroxizina',
  ])('MP-14 IM-1 the drug %s is not', (text) => {
    expect(isFound({ item: [{ productOrService: { text } }] })).toBe(false)
  })
})
