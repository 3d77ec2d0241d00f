import { describe, expect, it } from 'vitest';
import { findPersonalData } from '../personal-data.js';

/** Texts as people write them, each with the personal data in it; the server's own country is the United States. */
const TEXTS: Readonly<Record<string, readonly [text: string, ...found: string[]][]>> = {
  'es-MX': [
    [
      'Hola, soy Laura Gómez. Mi teléfono es 55 1234 5678 y mi correo es laura.gomez@ejemplo.mx.',
      '55 1234 5678',
      'laura.gomez@ejemplo.mx',
    ],
    [
      'Por favor da de alta a la empleada con CURP GOMC900214MDFRRL09 y RFC GOMC900214AB9.',
      'GOMC900214MDFRRL09',
      'GOMC900214AB9',
    ],
    [
      'El número de seguridad social (NSS) del trabajador es 62849012349; llama al +52 33 1234 5678.',
      '62849012349',
      '+52 33 1234 5678',
    ],
    ['Deposita el pago a la CLABE 012180001456273893 a nombre de mi esposa.', '012180001456273893'],
    [
      'Para el trámite, la clave es HELJ851103HJCRPN04 y el celular del solicitante 81 8123 4567.',
      'HELJ851103HJCRPN04',
      '81 8123 4567',
    ],
    [
      'La tarjeta con la que pagué es 4532 0151 1283 0366, gracias por su ayuda con el reembolso.',
      '4532 0151 1283 0366',
    ],
  ],
  'ar-EG': [
    [
      'مرحباً، رقم هاتفي هو ٠١٠ ١٢٣٤ ٥٦٧٨ وبريدي mona.ali@example.com.eg',
      '٠١٠ ١٢٣٤ ٥٦٧٨',
      'mona.ali@example.com.eg',
    ],
    ['الرقم القومي للعميل هو ٢٩٠٠٢١٤٠١٠١٢٣٤ وعنوانه في القاهرة.', '٢٩٠٠٢١٤٠١٠١٢٣٤'],
    ['الرقم القومي للعميل هو 29002140101234 ورقم الموبايل 01112345678.', '29002140101234', '01112345678'],
    ['برجاء تحويل المبلغ إلى الحساب EG380019000500000000263180002 اليوم.', 'EG380019000500000000263180002'],
    ['للتواصل مع الطبيب اتصل على ‎+20 2 2794 1234‎ قبل الخامسة.', '+20 2 2794 1234'],
    [
      'كتب إليّ من العنوان ahmed_said@example.org وقال إن بطاقته ٤٥٣٢ ٠١٥١ ١٢٨٣ ٠٣٦٦ انتهت.',
      'ahmed_said@example.org',
      '٤٥٣٢ ٠١٥١ ١٢٨٣ ٠٣٦٦',
    ],
  ],
  'ja-JP': [
    [
      '山田です。携帯は090-1234-5678、メールはtaro.yamada@example.co.jpまでお願いします。',
      '090-1234-5678',
      'taro.yamada@example.co.jp',
    ],
    ['個人番号は1234 5678 9018です。', '1234 5678 9018'],
    ['マイナンバー：５８７３９１０４６２７２（控え）', '５８７３９１０４６２７２'],
    ['お電話は０３ー１２３４ー５６７８までどうぞ。', '０３ー１２３４ー５６７８'],
    ['カード番号4532015112830366で決済しました。', '4532015112830366'],
    ['海外からは+81 3-1234-5678におかけください。', '+81 3-1234-5678'],
  ],
  'de-DE': [
    [
      'Ich bin unter 030 901820 oder 0171 2345678 zu erreichen, am besten per Mail an jana.krüger@beispiel.de.',
      '030 901820',
      '0171 2345678',
      'jana.krüger@beispiel.de',
    ],
    [
      'Meine Steuer-ID ist 65 929 970 489 und die IBAN ist DE44 5001 0517 5407 3249 31.',
      '65 929 970 489',
      'DE44 5001 0517 5407 3249 31',
    ],
    ['Die Sozialversicherungsnummer der neuen Mitarbeiterin ist 65 170839 J 003.', '65 170839 J 003'],
    ['Bitte rufen Sie mich auf dem Handy an: +49 171 2345678.', '+49 171 2345678'],
    ['Schreib das bitte an max.muster@beispiel.de und nicht an mich.', 'max.muster@beispiel.de'],
    ['Die Kreditkarte mit der Nummer 5155 9911 2233 4453 ist für den Einkauf.', '5155 9911 2233 4453'],
  ],
  'tr-TR': [
    ['Merhaba, benim adım Ayşe ve cep numaram 0532 123 45 67, lütfen beni arayın.', '0532 123 45 67'],
    ['T.C. kimlik numarası 12345678950 olan hasta için bir randevu oluştur.', '12345678950'],
    [
      'Bu başvuru için kimlik: 48612739550, e-posta: ayse.yilmaz@ornek.com.tr',
      '48612739550',
      'ayse.yilmaz@ornek.com.tr',
    ],
    [
      'Ödeme için IBAN TR33 0006 1005 1978 6457 8413 26 ve ad soyad lütfen.',
      'TR33 0006 1005 1978 6457 8413 26',
    ],
    ['Ofis telefonu (0212) 123 45 67, dahili bir ve iki.', '(0212) 123 45 67'],
    ['Yurt dışından +90 532 123 45 67 ile bana ulaşın.', '+90 532 123 45 67'],
  ],
  'hi-IN': [
    ['मेरा मोबाइल नंबर 98765 43210 है और ईमेल ravi.kumar@example.in है।', '98765 43210', 'ravi.kumar@example.in'],
    ['मेरा आधार नंबर 4991 8211 4565 है, कृपया जाँच करें।', '4991 8211 4565'],
    ['आधार: ७३२४ ०९१५ ८६२२ और पैन ABCPE1234F', '७३२४ ०९१५ ८६२२', 'ABCPE1234F'],
    ['मुझे +91 98765 43210 पर कॉल करें।', '+91 98765 43210'],
    ['कृपया इस पते पर लिखें: sunita@example.co.in', 'sunita@example.co.in'],
    ['कार्ड नंबर 4532 0151 1283 0366 से भुगतान हुआ।', '4532 0151 1283 0366'],
  ],
  'fr-CA': [
    [
      'Bonjour, vous pouvez me joindre au 514 555-0123 ou par courriel à julie.tremblay@exemple.ca.',
      '514 555-0123',
      'julie.tremblay@exemple.ca',
    ],
    ['Le numéro d’assurance sociale (NAS) de la cliente est le 130 692 544.', '130 692 544'],
    ['Mon NAS est 538-429-614 et mon cellulaire est le (418) 555-0199.', '538-429-614', '(418) 555-0199'],
    ['Le numéro de sécurité sociale du père en France est 2 84 05 75 117 036 90.', '2 84 05 75 117 036 90'],
    ['Composez le +1 438 555 0147 pour une réponse rapide de la part du service.', '+1 438 555 0147'],
    ['La carte Visa 4532 0151 1283 0366 est à mon nom.', '4532 0151 1283 0366'],
  ],
};

/** Numbers of documents, versions, orders and amounts, as they stand in such texts. */
const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  'es-MX': [
    'Según el apartado 1.2.3.4 del contrato y la versión 2.0.1.7, el plazo es de 30 días.',
    'El pedido 5512345678 y la factura número 62849012349 salieron el 12/05/2026.',
    'Expediente 2024-000123, folio 130692544, por un total de 1,234,567.89 pesos.',
  ],
  'ar-EG': [
    'راجع الفقرة 1.2.3.4 والفصل ٣.٤.٥.٦ من الدليل.',
    'رقم الطلب 01012345678 ورقم الفاتورة 29002140101234 بتاريخ 12/05/2026.',
    'بلغت المبيعات ١٬٢٣٤٬٥٦٧ جنيهاً في عام ٢٠٢٥.',
  ],
  'ja-JP': [
    '第1.2.3.4項とバージョン 2.0.1.7 を参照してください。',
    '注文番号 090-1234-5678、請求書番号 1234567890 は2026-05-12に発送しました。',
    '売上は1,234,567円、12～34ページです。',
  ],
  'de-DE': [
    'Siehe Abschnitt 1.2.3.4 und die Version 2.0.1.7 des Handbuchs, das auf Seite 12 steht.',
    'Die Bestellnummer ist 030 901820 und das Aktenzeichen ist 0171 2345678.',
    'Am 12.05.2026 wurden 1.234.567,89 € und nicht 65929970489 Stück gebucht.',
  ],
  'tr-TR': [
    'Bu konu için bölüm 1.2.3.4 ve sürüm 2.0.1.7 ile ilgili notlara bakın.',
    'Sipariş numarası 12345678950 ve fatura no 0532 123 45 67 için bilgi ver.',
    'Toplam 1.234.567,89 TL ve bu 12.05.2026 tarihinde ödendi.',
  ],
  'hi-IN': [
    'अध्याय 1.2.3.4 और संस्करण 2.0.1.7 देखें।',
    'ऑर्डर नंबर 98765 43210 और बिल संख्या 4991 8211 4565 भेजे गए।',
    'कुल 12,34,567.89 रुपये, दिनांक 12/05/2026।',
  ],
  'fr-CA': [
    'Voir le paragraphe 1.2.3.4 et la version 2.0.1.7 du guide pour les détails.',
    'La commande 514 555 0123 et la facture numéro 130 692 544 sont dans le dossier 538429614.',
    'Le total est de 1 234 567,89 $ pour les pages 12 à 34 du 12/05/2026.',
  ],
};

describe('personal data in texts of other languages', () => {
  for (const [language, texts] of Object.entries(TEXTS)) {
    it.each(texts)(`is found in ${language}: %s`, (text, ...found) => {
      expect(findPersonalData(text).map((item) => item.text)).toEqual(found);
    });
  }
  for (const [language, texts] of Object.entries(LOOK_ALIKES)) {
    it.each(texts)(`is not in ${language}: %s`, (text) => {
      expect(findPersonalData(text)).toEqual([]);
    });
  }

  it('looks for the numbers of the person’s own countries in any language', () => {
    const text = 'Ring me on 020 7946 0958, my NI number is AB 12 34 56 C.';
    expect(findPersonalData(text, { countries: ['GB'] }).map((item) => item.text)).toEqual([
      '020 7946 0958',
      'AB 12 34 56 C',
    ]);
    const dutch = 'BSN 111222333, Portuguese NIF 123456789, CPF 123.456.789-09, Spanish NIE X1234567L.';
    expect(findPersonalData(dutch, { countries: ['ES'] }).map((item) => item.text)).toEqual([
      '111222333',
      '123456789',
      '123.456.789-09',
      'X1234567L',
    ]);
  });
});
