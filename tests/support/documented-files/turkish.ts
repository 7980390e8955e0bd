import { documentedFile } from './documented-file.ts';

export const TURKISH_FILES = [
  documentedFile(
    ['EspoCRM', 'Turkish', 'Crm/Resources/i18n/tr_TR/Lead.json (export of leads)'],
    `
    Ad > name :: Ayşe Yılmaz => Ayşe ~ Yılmaz | Mehmet Ali Şahin => Mehmet Ali ~ Şahin | İbrahim Çelik => İbrahim ~ Çelik | Gül Öz => Gül ~ Öz | Işıl Kaya => Işıl ~ Kaya
    Başlık :: Müdür | | | |
    Hesap Adı :: Kaya A.Ş. | | | |
    Eposta > email :: ayse@example.com.tr | MEHMET@EXAMPLE.COM.TR => mehmet@example.com.tr | ibrahim@example.com.tr | gul@example.com.tr | isil@example.com.tr
    Telefon > phone :: 0532 123 45 67 => +905321234567 | +90 (533) 765 43 21 => +905337654321 | 5421112233 => +905421112233 | 0212 345 67 89 => +902123456789 | 90 555 444 33 22 => +905554443322
    Arama Yapma > boolean :: Evet => true | Hayır => false | hayır => false | EVET => true | Hayir => false
    Adres > address :: Atatürk Cad. No: 5 | İstiklal Cd. 10/3 | Bağdat Caddesi 120 | Kızılay Mah. 7 | Cumhuriyet Bulvarı 44
    Şehir > city :: İzmir | İstanbul | İstanbul | Ankara | Eskişehir
    Ülke > country :: Türkiye | TÜRKİYE => Türkiye | TR => Türkiye | Türkiye Cumhuriyeti => Türkiye | Turkiye => Türkiye
    Durum > status :: Yeni => new | Atanmış | İşlemde | Çevrildi => converted | Ölü
    Kaynak > source :: Arama | Kampanya | Eposta | Diğer | Varolan Müşteri
    Fırsat Tutarı > number :: 1.234,56 ₺ => 1234.56 | ₺12.000,00 => 12000 | 500 TL => 500 | | 99,9 => 99.9
    Açıklama :: Akşam arayın | | | |
    Kampanya
    Web sitesi`,
    { delimiter: ';' },
  ),
  documentedFile(
    ['Outlook', 'Turkish', 'Header of the contacts CSV, tr-TR'],
    `
    Unvan :: Bay | Bayan | | Dr. |
    İlk Adı > firstName :: Ahmet | Şule | Ümit | Çağla | Oğuz
    İkinci Adı
    Soyadı > lastName :: Demir | Aydın | Güneş | Işık | Özdemir
    Sonek
    Şirket :: Demir Ltd. Şti. | | | |
    Bölüm
    İş Unvanı :: Satış Müdürü | | | |
    İş-Cadde > address :: Ziya Gökalp Cad. 12 | Abide-i Hürriyet Cd. 3 | Lara Yolu 55 | Barbaros Blv. 9 | Alsancak 1
    İş-Cadde 2
    İş-Şehir > city :: Ankara | İstanbul | Antalya | İstanbul | İzmir
    İş-Bölge
    İş-Posta Kodu > postcode :: 06420 | 34381 | 7100 => 07100 | 34353 | 35220
    İş-Ülke/Bölge > country :: Türkiye | Türkiye | Türkiye | TÜRKİYE => Türkiye | Türkiye
    Ev-Cadde
    Ev-Şehir
    Ev-Posta Kodu
    Ev-Ülke/Bölge
    Diğer-Cadde
    Yardımcının Telefonu
    İş Faks No
    İş Telefon No :: 0312 430 00 00 | | | |
    İş Telefonu 2
    Geri Arama
    Araç Telefonu
    Şirket Santral Telefonu
    Ev-Faks No
    Ev Telefonu
    ISDN
    Cep Telefonu > phone :: 0 (505) 111 22 33 => +905051112233 | 0544-222-33-44 => +905442223344 | +905303334455 => +905303334455 | 532 444 55 66 => +905324445566 | 0090 542 555 66 77 => +905425556677
    Diğer Telefon No
    Çağrı Cihazı
    Birincil Telefon
    Elektronik Posta Adresi > email :: ahmet@example.com.tr | sule@example.com.tr | umit@example.com.tr | cagla@example.com.tr | oguz@example.com.tr
    Elektronik Posta Türü :: SMTP | SMTP | SMTP | SMTP | SMTP
    Elektronik Posta Görünen Adı
    Yardımcının Adı
    Kategoriler > tags :: Müşteriler | Müşteriler;Fuar => Müşteriler, Fuar | | | Bayi
    Doğum günü > date :: 29.10.1983 => 1983-10-29 | 23 Nisan 1990 => 1990-04-23 | 1.1.1975 => 1975-01-01 | 30 Ağustos 1968 => 1968-08-30 | 05/06/1992 => 1992-06-05
    Konum
    Notlar
    Web Sayfası`,
  ),
];
