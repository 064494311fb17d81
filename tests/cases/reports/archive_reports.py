# SPDX-License-Identifier: MIT
"""The public bug reports about archives: what the tool says of each, held against the manifest. Each check returns what is wrong."""
import hashlib
import json
import pathlib
import tempfile

# What the tool can not show in one run: these cases are counted as skipped.
REPLACED = "the file is replaced while it is open, which one command can not show; member_test.cpp in tests/unit/npz does"


def finding_errors(found, members=None):
    return [one for one in found["findings"] if one["severity"] == "error" and (members is None or one["member"] in members)]


def check_member(tool, path, facts, by):
    """One member, asked for by `by`, e.g. ("--member", "x")."""
    ran, info = tool.json("info", "--json", path, *by)
    if info is None or ran.returncode:
        return ["info: exit %d, %s" % (ran.returncode, ran.stderr.decode()[:300])]
    stored = facts["method"] == "stored"
    expected = {"shape": facts["shape"], "fortran_order": facts["order"] == "F", "version": facts["version"], "data_bytes": facts["nbytes"],
                "method": "stored" if stored else "deflated", "uncompressed_bytes": facts["size"], "compressed_bytes": facts["packed"],
                "crc32": facts["crc32"], "data_offset": facts["file_offset"] if stored else None,
                "mappable": stored and not facts["misaligned"]}
    wrong = ["info: %s is %r, expected %r" % (key, info.get(key), value) for key, value in expected.items() if info.get(key) != value]
    raw = tool("convert", path, "-", "--to", "raw", "--order", "C", "--endian", "little", *by)
    if hashlib.sha256(raw.stdout).hexdigest() != facts["c_order_le_sha256"]:
        wrong.append("the elements differ: %d bytes, %s" % (len(raw.stdout), raw.stderr.decode()[:200]))
    return wrong


def key_of(facts):
    name = facts.get("key", facts["name"])
    return name if "key" in facts or not name.endswith(".npy") else name[:-4]


def check_listing(tool, path, case):
    """Every member is listed, those that are no arrays too, and is read by its key."""
    ran, listed = tool.json("ls", "--json", path)
    if listed is None or ran.returncode or listed["kind"] != "npz":
        return ["ls: exit %d, %s" % (ran.returncode, ran.stderr.decode()[:200])]
    members, wrong = case.get("members", []), []
    count = case.get("member_count", len(members) + len(case.get("other_members", [])))
    if len(listed["members"]) != count:
        wrong.append("ls: %d members, expected %d" % (len(listed["members"]), count))
    names = [one["member"] for one in listed["members"] if one["version"] is None]
    if names != case.get("other_members", []):
        wrong.append("ls: %s are no arrays, expected %s" % (names, case.get("other_members")))
    spellings = [name for one in listed["members"] for name in [one["name"], *one.get("aliases", [])]]
    for index, facts in enumerate(members):
        key = key_of(facts)
        if key not in spellings:
            wrong.append("ls: no member %r in %s" % (key, spellings))
        if "member_count" not in case and "other_members" not in case:
            wrong += check_member(tool, path, facts, ("--index", index))
        if case["kind"] != "duplicate-members":
            wrong += check_member(tool, path, facts, ("--member", key))
    return wrong


def check_duplicates(tool, path, case):
    """The key means the last of two equal names, else the exact one."""
    members = case["members"]
    meant = members[-1] if len({facts["name"] for facts in members}) == 1 else members[0]
    return check_member(tool, path, meant, ("--member", key_of(members[0])))


def check_warning(tool, path):
    ran, found = tool.json("check", "--json", path)
    if found is None or found["outcome"] != "findings" or ran.returncode:
        return ["check: %s, exit %d" % (found and found["outcome"], ran.returncode)]
    return []


def check_bad_members(tool, path, case, found):
    outcomes = {one["name"]: one["outcome"] for one in found["members"]}
    wrong = []
    for name in case.get("good_members", []):
        ran = tool("convert", path, "-", "--to", "raw", "--member", name)
        if outcomes.get(name) == "error" or ran.returncode:
            wrong.append("%s is good: outcome %s, %s" % (name, outcomes.get(name), ran.stderr.decode()[:200]))
    for name in case.get("bad_members", []):
        if outcomes.get(name) != "error":
            wrong.append("%s is bad: outcome %s" % (name, outcomes.get(name)))
    return wrong


def check_refused(tool, path, case):
    """An archive, or a member of it, that is in error: kind, exit code, and what the message mentions."""
    error, wrong = case["error"], []
    ran, found = tool.json("check", "--json", path)
    if found is None or found["outcome"] != "error" or ran.returncode != 1:
        return ["check: exit %d, %s" % (ran.returncode, ran.stdout[:200])]
    errors = finding_errors(found)
    if errors[0]["kind"] not in error["kinds"]:
        wrong.append("check: kind %s, expected one of %s" % (errors[0]["kind"], error["kinds"]))
    shown = tool("show", path)
    if shown.returncode == 0 and errors[0]["kind"] != "object_dtype":
        wrong.append("show: exit 0")
    text = json.dumps(errors[0]) + shown.stderr.decode()
    wrong += ["the message does not mention %r: %s" % (m, text[:400]) for m in error["mention"] if m.lower() not in text.lower()]
    return wrong + check_bad_members(tool, path, case, found)


def check_missing_key(tool, path, case):
    ran = tool("show", path, "--member", case["ask"])
    text = ran.stderr.decode()
    if ran.returncode != 2 or "[not_found]" not in text:
        return ["show: exit %d, %s" % (ran.returncode, text[:200])]
    wrong = ["the message does not mention %r: %s" % (m, text) for m in case["error"]["mention"] if m not in text]
    return wrong + [fault for facts in case["members"] for fault in check_member(tool, path, facts, ("--member", key_of(facts)))]


def check_extracted(tool, path, case):
    """Each member becomes a file of its values below the folder, or is refused; nothing is written beside the folder."""
    with tempfile.TemporaryDirectory() as around:
        folder = pathlib.Path(around) / "in" / "here"
        folder.parent.mkdir()
        ran = tool("unpack", "-d", folder, path)
        written = [one for one in pathlib.Path(around).rglob("*") if one.is_file()]
        wrong = ["unpack wrote %s" % one for one in written if folder not in one.parents]
        if ran.returncode == 0 and len(written) != len(case["members"]):
            wrong.append("unpack: %d files of %d members" % (len(written), len(case["members"])))
        if ran.returncode and ("[unsafe_name]" not in ran.stderr.decode() or written):
            wrong.append("unpack: exit %d, %d files, %s" % (ran.returncode, len(written), ran.stderr.decode()[:300]))
        values = {facts["name"]: facts["c_order_le_sha256"] for facts in case["members"]}
        for one in written:
            raw = tool("convert", one, "-", "--to", "raw", "--order", "C", "--endian", "little")
            if hashlib.sha256(raw.stdout).hexdigest() != values.get(str(one.relative_to(folder))):
                wrong.append("%s holds other elements" % one)
        return wrong


def check_salvaged(tool, path, case):
    with tempfile.TemporaryDirectory() as folder:
        whole = pathlib.Path(folder) / "whole.npz"
        ran = tool("salvage", path, whole)
        _, found = tool.json("check", "--json", "--strict", whole)
        saved = found and [one["name"] for one in found["members"] if one["outcome"] == "ok"]
        if ran.returncode or saved != case["salvage"]:
            return ["salvage: exit %d, saved %s, expected %s" % (ran.returncode, saved, case["salvage"])]
        return []


def check_archive(tool, path, case):
    """What is wrong, and what of the case was not tried."""
    if case["verb"] == "open":
        return [], [REPLACED]
    if "ask" in case:
        return check_missing_key(tool, path, case), []
    if case["outcome"] == "error":
        wrong = check_refused(tool, path, case)
        return wrong + check_salvaged(tool, path, case) if "salvage" in case else wrong, []
    wrong = check_listing(tool, path, case) if "members" in case else []
    if case["kind"] == "duplicate-members":
        wrong += check_duplicates(tool, path, case)
    if case["outcome"] == "ok-warn":
        wrong += check_warning(tool, path)
    elif tool("check", path).returncode:
        wrong.append("check: " + tool("check", path).stdout.decode()[:200])
    if case["verb"] == "extract":
        wrong += check_extracted(tool, path, case)
    return wrong, []
