# Ostraka as a service: one process on SQLite. Data, the master key and mails written to files live in /data.
FROM python:3.13-slim

RUN useradd --create-home --uid 1000 ostraka && install -d -o ostraka -g ostraka /data

WORKDIR /srv/ostraka
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY pyproject.toml README.md LICENSE ./
COPY adjudicator adjudicator
COPY api api
COPY cli cli
COPY ostraka ostraka
COPY schemas schemas
COPY docs/rules docs/rules
COPY docs/rulings docs/rulings
RUN pip install --no-cache-dir --no-deps .

USER 1000
VOLUME /data
ENV OSTRAKA_DATABASE=sqlite:////data/ostraka.db \
    OSTRAKA_MASTER_KEY_FILE=/data/master.key \
    OSTRAKA_MAIL=file:///data/mail
EXPOSE 8000
# `db init` founds a new host, brings an old one to the schema of this release, and refuses where a key is missing.
CMD ["sh", "-c", "ostraka db init && exec ostraka serve --host 0.0.0.0 --port ${OSTRAKA_PORT:-8000}"]
