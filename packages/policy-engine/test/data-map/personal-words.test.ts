/** Which names of columns suggest personal data, and which only look like it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { personalWord } from '../../dist/modules/data-map/schema/personal-words.js';

const PERSONAL = {
  English: `email e_mail emailAddress EMAIL user_email useremail contactEmail2 first_name firstName FirstName firstname last_name
    surname full_name username nickname phone phone_number phoneNumber mobile work_tel fax address shipping_address street
    street_line_1 zip zipcode postal_code postcode birthday date_of_birth dateOfBirth dob birth_date gender sex nationality
    marital_status religion salary avatar_path passport_number ssn tax_id iban account_number credit_card ip ip_address
    remote_ip last_sign_in_ip user_agent userAgent device_id age login mac_address customer_name display_name
    billing_address_line2 email_hash emergency_contact_phone`,
  Spanish: `correo correo_electronico telefono teléfono movil direccion dirección calle codigo_postal apellido apellidos
    primer_apellido fecha_nacimiento fecha_de_nacimiento genero género nacionalidad dni nif pasaporte nombre_completo
    numero_tarjeta estado_civil`,
  French: `courriel prenom prénom nom_de_famille nom_famille adresse adresse_mail code_postal date_naissance date_de_naissance
    sexe nationalité numero_securite_sociale telephone téléphone passeport`,
  Turkish: `eposta e_posta telefon cep_telefonu adres sokak mahalle posta_kodu soyad soyadı ad_soyad dogum_tarihi
    doğum_tarihi cinsiyet uyruk tc_kimlik_no tckn kullanici_adi kullanıcı_adı müşteri_adı`,
  German: `vorname nachname Nachname geburtsdatum Geburtsdatum geschlecht anschrift strasse straße hausnummer plz wohnort
    telefonnummer handynummer kundentelefon emailadresse kontonummer steuernummer staatsangehörigkeit führerschein
    sozialversicherungsnummer rechnungsanschrift`,
};

const NOT_PERSONAL = {
  'of shops and machines': `id uuid name title description slug sku price amount total quantity currency created_at updated_at
    deleted_at status state type kind position color weight stock category_id product_id parent_id language locale country
    value key code number url path file content body text comment note data payload json meta version hash checksum token
    enabled active visible`,
  'about a thing, not the thing': `email_sent_at email_count emails_sent_count email_template email_template_id email_subject
    email_verified email_verified_at email_enabled send_email has_email is_email_public email_type email_status email_queue_id
    address_id shipping_address_id address_type phone_type phone_verified ip_range mail_server mail_host mail_port
    mail_template_id gender_id username_required max_age min_age street_count number_of_addresses avatar_size
    birthday_visible mobile_app mobile_enabled address_format zip_required`,
  'that only have its letters': `page page_number stage usage image message package storage average percentage language_tag
    percentage_age shipping ship tip zipped_at script description recipient_count receipt strip ipsum tel_aviv_stock
    sextant essex middlesex_stock unisex streetwear mailbox_size blackmailer telescope model hotel_id cell cancel parcel
    calender genderless assessment dossier session_data mission classname classification filename hostname tablename
    columnName product_name file_name event_name author_count company_name brand_name category_name shop_name displayed
    portability support transport airport reported sport exported keyboard birthmark address_book_version rueckgabe
    strassenbau_projekt_id signature webhook_signature portable handy ville`,
  'common in Spanish, French, Turkish and German': `nombre precio cantidad fecha estado descripcion numero codigo nom prix quantite
    date_creation etat numero_commande ad adet fiyat tarih durum aciklama kod preis menge datum zustand beschreibung nummer
    ort bestellnummer artikelnummer direccion_id tarif parcelle valeur`,
};

for (const [language, names] of Object.entries(PERSONAL)) {
  describe(`personal in ${language}`, () => {
    for (const name of names.split(/\s+/))
      test(`the column name ${name} suggests personal data`, () => assert.notEqual(personalWord(name), undefined));
  });
}

for (const [why, names] of Object.entries(NOT_PERSONAL)) {
  describe(`not personal: ${why}`, () => {
    for (const name of names.split(/\s+/))
      test(`the column name ${name} does not suggest personal data`, () => assert.equal(personalWord(name), undefined));
  });
}

test('the longest personal word of a name is returned', () => {
  assert.equal(personalWord('billing_ip_address'), 'ip address');
  assert.equal(personalWord('fecha_de_nacimiento'), 'fecha nacimiento');
  assert.equal(personalWord('kundentelefon'), 'telefon');
});
